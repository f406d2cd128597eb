/** Part of the examples of createPlan, findPlan and findPlans. */
export const samplePlan = {
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
  quantity: null,
  updated_at: '2027-03-02T09:00:00.000Z',
  group: null,
  archived_at: null,
}
