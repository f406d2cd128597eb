import type { OperationExample } from '../operation-example.ts'
import { paymentMethodOfSubscription } from './shared.ts'

/** What a server answered to a request of `findPortal`. */
export const findPortalExample: OperationExample = {
  request: { params: {}, query: {} },
  answer: {
    session: { id: 'portal_01966f9e-3c80-7e1c-9b47-000000000034', expires_at: '2027-03-02T10:00:00.000Z' },
    client_token: 'eyJhbGciOiJFZERTQSJ9.eyJhdWQiOiJjaGVja291dCJ9.c2lnbmF0dXJl',
    customer: {
      id: 'cus_01966f9e-3c80-7e1c-9b47-000000000027',
      full_name: null,
      email: 'leo@example.com',
      locale: null,
      address: null,
    },
    merchant: {
      name: 'Lantern Books',
      terms_url: null,
      privacy_url: null,
      support_email: 'help@lantern.example',
      cancel_url: 'https://billing.example/o/org_1/cancel',
    },
    features: ['change_plan', 'resume', 'payment_methods', 'payments', 'address'],
    subscriptions: [
      {
        id: 'sub_01966f9e-3c80-7e1c-9b47-000000000028',
        status: 'scheduled_for_cancellation',
        plan: {
          id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
          name: 'Reader',
          formatted_amount: '€9.99',
          interval: 'months',
          interval_count: 1,
        },
        period_end: 'June 3, 2027',
        next_charge: null,
        discount: null,
        method: paymentMethodOfSubscription,
        alternatives: [],
      },
    ],
    payment_methods: [paymentMethodOfSubscription],
    payments: [
      {
        id: 'pay_01966f9e-3c80-7e1c-9b47-000000000036',
        status: 'SETTLING',
        date: 'May 3, 2027',
        plan_name: 'Reader',
        formatted_amount: '€9.99',
        formatted_refunded: null,
        lines: [{ kind: 'plan', label: 'Reader', formatted_amount: '€9.99' }],
        method: paymentMethodOfSubscription,
      },
      {
        id: 'pay_01966f9e-3c80-7e1c-9b47-000000000029',
        status: 'SETTLED',
        date: 'April 3, 2027',
        plan_name: 'Reader',
        formatted_amount: '€9.99',
        formatted_refunded: null,
        lines: [{ kind: 'plan', label: 'Reader', formatted_amount: '€9.99' }],
        method: paymentMethodOfSubscription,
      },
    ],
    return_url: null,
    locale: 'en',
    mode: 'sandbox',
    frame_origin: null,
    now: '2027-05-10T09:01:00.000Z',
  },
}
