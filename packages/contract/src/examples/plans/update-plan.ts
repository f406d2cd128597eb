import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `updatePlan`. */
export const updatePlanExample: OperationExample = {
  request: {
    params: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000002' },
    query: {},
    body: { name: 'Library, all titles' },
  },
  answer: {
    id: 'price_01966f9e-3c80-7e1c-9b47-000000000002',
    name: 'Library, all titles',
    type: 'recurring',
    interval: 'months',
    interval_count: 1,
    tax: { collect_tax: null },
    trial_interval: null,
    trial_interval_count: null,
    price: { default: { amount: 1999, currency: 'EUR' }, countries: [] },
    trial_price: null,
    quantity: null,
    updated_at: '2027-03-02T09:00:00.000Z',
    group: null,
    archived_at: null,
  },
}
