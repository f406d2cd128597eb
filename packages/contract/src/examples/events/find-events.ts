import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `findEvents`. */
export const findEventsExample: OperationExample = {
  request: { params: {}, query: { type: 'subscription.created', limit: '1' } },
  answer: {
    data: [
      {
        id: 'evt_01966f9e-3c80-7e1c-9b47-000000000013',
        type: 'subscription.created',
        created_at: '2027-03-02T09:00:00.000Z',
        sequence: 6,
        data: {
          object: {
            id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
            plan: {
              id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
              tax: { collect_tax: null },
              name: 'Reader',
              type: 'recurring',
              price: { amount: 999, currency: 'EUR' },
              interval: 'months',
              trial_price: null,
              interval_count: 1,
              trial_interval: null,
              trial_interval_count: null,
            },
            status: 'active',
            balance: { amount: 0, currency: 'EUR' },
            customer: {
              id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
              email: 'mina@example.com',
              external_id: 'user-17',
            },
            discount: null,
            metadata: {},
            past_due: null,
            quantity: 1,
            created_at: '2027-03-02T09:00:00.000Z',
            updated_at: '2027-03-02T09:00:00.000Z',
            cancellation: null,
            scheduled_change: null,
            next_billing_date: '2027-04-02T09:00:00.000Z',
            payment_method_id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
            current_period_end: '2027-04-02T09:00:00.000Z',
            current_period_start: '2027-03-02T09:00:00.000Z',
          },
        },
      },
    ],
    meta: { limit: 1, has_more: false },
  },
}
