import type { OperationExample } from '../operation-example.ts'

/** A recorded request and answer of `findEmails`. */
export const findEmailsExample: OperationExample = {
  request: { params: {}, query: { kind: 'order_confirmation' } },
  answer: {
    data: [
      {
        id: 'email_01966f9e-3c80-7e1c-9b47-000000000026',
        kind: 'order_confirmation',
        customer_id: 'cus_01966f9e-3c80-7e1c-9b47-000000000027',
        subscription_id: 'sub_01966f9e-3c80-7e1c-9b47-000000000028',
        payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000029',
        to: 'leo@example.com',
        locale: 'en',
        facts: { amount: 999, currency: 'EUR', next_charge_at: '2027-05-03T09:30:00.000Z' },
        status: 'sent',
        reason: null,
        tries: 1,
        message_id: '<email_01966f9e-3c80-7e1c-9b47-000000000026@sandbox.example>',
        due_at: '2027-04-03T09:30:00.000Z',
        sent_at: '2027-04-03T09:30:00.000Z',
        created_at: '2027-04-03T09:30:00.000Z',
      },
    ],
    meta: { limit: 100, page: 1, pages: 1, total: 1, snapshot_at: '2027-04-03T09:30:00.000Z' },
  },
}
