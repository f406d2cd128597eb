import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `findAccess`. */
export const findAccessExample: OperationExample = {
  request: { params: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003' }, query: {} },
  answer: {
    data: [
      {
        plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000001', name: 'Reader', group: null },
        reason: 'active',
        until: '2027-04-02T09:00:00.000Z',
        subscription_id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
        payment_id: null,
      },
      {
        plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000009', name: 'The book', group: null },
        reason: 'purchased',
        until: null,
        subscription_id: null,
        payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000010',
      },
    ],
  },
}
