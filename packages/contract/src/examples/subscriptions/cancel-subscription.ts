import type { OperationExample } from '../operation-example.ts'
import { samplePlanOfSubscription } from './shared.ts'

/** A recorded request and answer of `cancelSubscription`. */
export const cancelSubscriptionExample: OperationExample = {
  request: { params: { id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008' }, query: {} },
  answer: {
    id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
    status: 'cancelled',
    customer: { id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003', external_id: 'user-17', email: 'mina@example.com' },
    payment_method_id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
    plan: samplePlanOfSubscription,
    quantity: 1,
    discount: null,
    created_at: '2027-03-02T09:00:00.000Z',
    updated_at: '2027-04-02T09:00:00.000Z',
    current_period_start: '2027-04-02T09:00:00.000Z',
    current_period_end: '2027-05-02T09:00:00.000Z',
    next_billing_date: null,
    balance: { amount: 0, currency: 'EUR' },
    scheduled_change: null,
    cancellation: {
      reason: 'too_expensive',
      comment: 'I read less now.',
      source: 'merchant',
      received_at: '2027-04-02T09:00:00.000Z',
      ends_at: null,
    },
    past_due: null,
    metadata: {},
  },
}
