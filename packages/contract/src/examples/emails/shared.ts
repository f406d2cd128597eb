/** Shown by findEmails. */
export const email = {
  id: 'email_01966f9e-3c80-7e1c-9b47-00000000000c',
  kind: 'order_confirmation',
  customer_id: 'cus_01966f9e-3c80-7e1c-9b47-000000000004',
  subscription_id: 'sub_01966f9e-3c80-7e1c-9b47-000000000006',
  payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000007',
  to: 'ada@example.com',
  locale: 'de',
  facts: {},
  status: 'sent',
  reason: null,
  tries: 1,
  message_id: '<email_01966f9e-3c80-7e1c-9b47-00000000000c@sandbox.example>',
  due_at: '2027-03-02T09:00:00.000Z',
  sent_at: '2027-03-02T09:00:00.000Z',
  created_at: '2027-03-02T09:00:00.000Z',
}
