import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `resendEmail`. */
export const resendEmailExample: OperationExample = {
  request: { params: { id: 'email_01966f9e-3c80-7e1c-9b47-000000000026' }, query: {}, body: {} },
  answer: {
    id: 'email_01966f9e-3c80-7e1c-9b47-000000000030',
    kind: 'order_confirmation',
    customer_id: 'cus_01966f9e-3c80-7e1c-9b47-000000000027',
    subscription_id: 'sub_01966f9e-3c80-7e1c-9b47-000000000028',
    payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000029',
    to: 'leo@example.com',
    locale: 'en',
    facts: {
      amount: 999,
      currency: 'EUR',
      happened_at: '2027-04-03T09:30:00.000Z',
      next_charge_at: '2027-05-03T09:30:00.000Z',
    },
    status: 'queued',
    reason: null,
    tries: 0,
    message_id: null,
    due_at: '2027-04-03T09:30:00.000Z',
    sent_at: null,
    created_at: '2027-04-03T09:30:00.000Z',
  },
}
