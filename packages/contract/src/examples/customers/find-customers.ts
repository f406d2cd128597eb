import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findCustomers`. */
export const findCustomersExample: OperationExample = {
  request: { params: {}, query: { search: 'user-17' } },
  answer: {
    data: [
      {
        id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
        external_id: 'user-17',
        full_name: 'Mina Okafor',
        email: 'mina@example.com',
        phone: null,
        address: { city: 'Berlin', line1: null, line2: null, state: null, country: 'DE', postal_code: '10115' },
        metadata: { tier: 'gold' },
        payment_methods: [
          {
            id: 'pm_01966f9e-3c80-7e1c-9b47-000000000009',
            type: 'CARD',
            details: {
              bin: '424242',
              last4: '4242',
              number: '424242******4242',
              bin_data: {
                type: 'unknown',
                brand: 'visa',
                issuer: null,
                country: null,
                funding: 'unknown',
                description: null,
                currency_code: null,
              },
              exp_year: 2030,
              exp_month: 12,
              is_network_tokenized: false,
            },
            billing_address: null,
          },
        ],
        subscriptions: [
          {
            id: 'sub_01966f9e-3c80-7e1c-9b47-000000000010',
            status: 'active',
            plan: {
              id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
              name: 'Reader',
              type: 'recurring',
              interval: 'months',
              interval_count: 1,
              tax: { collect_tax: null },
              trial_interval: null,
              trial_interval_count: null,
              price: { amount: 999, currency: 'EUR' },
              trial_price: null,
            },
            created_at: '2027-03-02T09:00:00.000Z',
            updated_at: '2027-03-02T09:00:00.000Z',
            current_period_start: '2027-03-02T09:00:00.000Z',
            current_period_end: '2027-04-02T09:00:00.000Z',
            next_billing_date: '2027-04-02T09:00:00.000Z',
            past_due: null,
            metadata: {},
          },
        ],
        created_at: '2027-03-02T09:00:00.000Z',
        updated_at: '2027-03-02T09:00:00.000Z',
        erased_at: null,
      },
    ],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
