import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `grantCredit`. */
export const grantCreditExample: OperationExample = {
  request: {
    params: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000025' },
    query: {},
    body: { amount: 500, currency: 'EUR', reason: 'The book arrived late' },
  },
  answer: {
    id: 'cus_01966f9e-3c80-7e1c-9b47-000000000025',
    external_id: 'user-19',
    full_name: null,
    email: 'ines@example.com',
    phone: null,
    locale: null,
    address: null,
    metadata: {},
    payment_methods: [],
    subscriptions: [],
    tax_ids: [],
    balances: [{ amount: 500, currency: 'EUR' }],
    created_at: '2027-04-03T09:30:00.000Z',
    updated_at: '2027-04-03T09:30:00.000Z',
    erased_at: null,
  },
}
