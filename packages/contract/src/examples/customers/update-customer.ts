import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `updateCustomer`. */
export const updateCustomerExample: OperationExample = {
  request: {
    params: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003' },
    query: {},
    body: { tax_ids: [{ type: 'eu_vat', value: 'IE6433435F' }], metadata: { tier: 'gold', campaign: null } },
  },
  answer: {
    id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
    external_id: 'user-17',
    full_name: 'Mina Okafor',
    email: 'mina@example.com',
    phone: null,
    locale: null,
    address: { city: 'Berlin', line1: null, line2: null, state: null, country: 'DE', postal_code: '10115' },
    metadata: { tier: 'gold' },
    payment_methods: [],
    subscriptions: [],
    tax_ids: [{ type: 'eu_vat', value: 'IE6433435F' }],
    balances: [],
    created_at: '2027-03-02T09:00:00.000Z',
    updated_at: '2027-03-02T09:00:00.000Z',
    erased_at: null,
  },
}
