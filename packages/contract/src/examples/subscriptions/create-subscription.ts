import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `createSubscription`. */
export const createSubscriptionExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      customer: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000040' },
      plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000041' },
    },
  },
  answer: {
    id: 'sub_01966f9e-3c80-7e1c-9b47-000000000042',
    status: 'active',
    customer: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000040', external_id: 'user-22', email: 'iva@example.com' },
    payment_method_id: null,
    plan: {
      id: 'price_01966f9e-3c80-7e1c-9b47-000000000041',
      name: 'Sampler',
      type: 'recurring',
      interval: 'months',
      interval_count: 1,
      tax: { collect_tax: null },
      trial_interval: null,
      trial_interval_count: null,
      price: { amount: 0, currency: 'EUR' },
      trial_price: null,
    },
    quantity: 1,
    discount: null,
    created_at: '2027-05-11T09:01:00.000Z',
    updated_at: '2027-05-11T09:01:00.000Z',
    current_period_start: '2027-05-11T09:01:00.000Z',
    current_period_end: '2027-06-11T09:01:00.000Z',
    next_billing_date: '2027-06-11T09:01:00.000Z',
    balance: { amount: 0, currency: 'EUR' },
    scheduled_change: null,
    cancellation: null,
    past_due: null,
    metadata: {},
  },
}
