import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `eraseCustomer`. */
export const eraseCustomerExample: OperationExample = {
  request: { params: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000018' }, query: {} },
  answer: {
    id: 'cus_01966f9e-3c80-7e1c-9b47-000000000018',
    external_id: null,
    full_name: null,
    email: null,
    phone: null,
    locale: null,
    address: { city: null, line1: null, line2: null, state: null, country: 'IE', postal_code: null },
    metadata: {},
    payment_methods: [],
    subscriptions: [],
    tax_ids: [],
    balances: [],
    created_at: '2027-04-02T09:00:00.000Z',
    updated_at: '2027-04-02T09:00:00.000Z',
    erased_at: '2027-04-02T09:00:00.000Z',
  },
}
