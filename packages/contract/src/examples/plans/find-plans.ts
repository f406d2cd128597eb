import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findPlans`. */
export const findPlansExample: OperationExample = {
  request: { params: {}, query: { search: 'reader', limit: '10' } },
  answer: {
    data: [
      {
        id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
        name: 'Reader',
        type: 'recurring',
        interval: 'months',
        interval_count: 1,
        tax: { collect_tax: null },
        trial_interval: null,
        trial_interval_count: null,
        price: {
          default: { amount: 999, currency: 'EUR' },
          countries: [{ price: { amount: 1600, currency: 'JPY' }, countries: ['JP'] }],
        },
        trial_price: null,
        updated_at: '2027-03-02T09:00:00.000Z',
        archived_at: null,
      },
    ],
    meta: { limit: 10, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
