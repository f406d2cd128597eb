import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `createCustomer`. */
export const createCustomerExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      external_id: 'user-17',
      full_name: 'Mina Okafor',
      email: 'mina@example.com',
      address: { country: 'DE', city: 'Berlin', postal_code: '10115' },
      metadata: { tier: 'silver' },
    },
  },
  answer: {
    id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
    external_id: 'user-17',
    full_name: 'Mina Okafor',
    email: 'mina@example.com',
    phone: null,
    locale: null,
    address: { city: 'Berlin', line1: null, line2: null, state: null, country: 'DE', postal_code: '10115' },
    metadata: { tier: 'silver' },
    payment_methods: [],
    subscriptions: [],
    tax_ids: [],
    balances: [],
    created_at: '2027-03-02T09:00:00.000Z',
    updated_at: '2027-03-02T09:00:00.000Z',
    erased_at: null,
  },
}
