/** Shown by scheduleCancellation and cancelSubscription. */
export const cancellation = {
  reason: 'too_expensive',
  comment: 'I read less now.',
  source: 'merchant',
  received_at: '2027-04-02T09:00:00.000Z',
}

/** Shown by updateSubscription, scheduleCancellation and cancelSubscription. */
export const planOfSubscription = {
  id: 'price_01966f9e-3c80-7e1c-9b47-000000000002',
  name: 'Library, all titles',
  type: 'recurring',
  interval: 'months',
  interval_count: 1,
  tax: { collect_tax: null },
  trial_interval: null,
  trial_interval_count: null,
  price: { amount: 1999, currency: 'EUR' },
  trial_price: null,
}

/** Shown by findCustomer, findCustomers, findSubscription and findSubscriptions. */
export const subscription = {
  id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
  status: 'active',
  customer: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003', external_id: 'user-17', email: 'mina@example.com' },
  payment_method_id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
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
  quantity: 1,
  discount: null,
  created_at: '2027-03-02T09:00:00.000Z',
  updated_at: '2027-03-02T09:00:00.000Z',
  current_period_start: '2027-03-02T09:00:00.000Z',
  current_period_end: '2027-04-02T09:00:00.000Z',
  next_billing_date: '2027-04-02T09:00:00.000Z',
  balance: { amount: 0, currency: 'EUR' },
  scheduled_change: null,
  cancellation: null,
  past_due: null,
  metadata: {},
}
