import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `endPortalSession`. */
export const endPortalSessionExample: OperationExample = {
  request: { params: { id: 'portal_01966f9e-3c80-7e1c-9b47-000000000034' }, query: {} },
  answer: { id: 'portal_01966f9e-3c80-7e1c-9b47-000000000034', ended_at: '2027-03-02T09:00:00.000Z' },
}
