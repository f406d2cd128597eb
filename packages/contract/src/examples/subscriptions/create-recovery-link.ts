import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `createRecoveryLink`. */
export const createRecoveryLinkExample: OperationExample = {
  request: { params: { id: 'sub_01966f9e-3c80-7e1c-9b47-000000000031' }, query: {} },
  answer: {
    url: 'https://billing.example/pay/recovery/5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c5c',
    expires_at: '2027-04-01T09:00:00.000Z',
  },
}
