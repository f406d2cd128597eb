import type { OperationExample } from '../operation-example.ts'

/** What a server answered to a request of `findSubscriptions`. */
export const findSubscriptionsExample: OperationExample = {
  request: { params: {}, query: { customer_id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003', status: 'active' } },
  answer: {
    data: [
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
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-03-02T09:00:00.000Z' },
  },
}
