import type { OperationExample } from '../operation-example.ts'
import { samplePlanOfSubscription } from './shared.ts'

/** A recorded request and answer of `updateSubscription`. */
export const updateSubscriptionExample: OperationExample = {
  request: {
    params: {},
    query: {},
    body: {
      subscription: { id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008' },
      plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000002' },
    },
  },
  answer: {
    id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
    status: 'active',
    customer: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003', external_id: 'user-17', email: 'mina@example.com' },
    payment_method_id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
    plan: samplePlanOfSubscription,
    quantity: 1,
    discount: null,
    created_at: '2027-03-02T09:00:00.000Z',
    updated_at: '2027-03-17T09:00:00.000Z',
    current_period_start: '2027-03-02T09:00:00.000Z',
    current_period_end: '2027-04-02T09:00:00.000Z',
    next_billing_date: '2027-04-02T09:00:00.000Z',
    balance: { amount: 0, currency: 'EUR' },
    scheduled_change: null,
    cancellation: null,
    past_due: null,
    metadata: {},
  },
}
