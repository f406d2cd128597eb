import type { OperationExample } from '../operation-example.ts'
import { sampleUpdatePaymentLink } from './shared.ts'

/** A recorded request and answer of `updatePaymentLink`. */
export const updatePaymentLinkExample: OperationExample = {
  request: {
    params: { id: 'link_01966f9e-3c80-7e1c-9b47-000000000033' },
    query: {},
    body: { expires_at: '2027-06-30T22:00:00Z' },
  },
  answer: sampleUpdatePaymentLink,
}
