import type { OperationExample } from '../operation-example.ts'
import { sampleDetails } from '../payments/shared.ts'

/** A recorded request and answer of `detachPaymentMethod`. */
export const detachPaymentMethodExample: OperationExample = {
  request: { params: { id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011' }, query: {} },
  answer: {
    id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
    type: 'CARD',
    details: sampleDetails,
    billing_address: null,
    subscriptions: [],
  },
}
