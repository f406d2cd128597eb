/** Part of the examples of createDeclaration, findDeclaration and findDeclarations. */
export const sampleCreateDeclaration = {
  id: 'decl_01966f9e-3c80-7e1c-9b47-000000000032',
  kind: 'cancel',
  for_cause: false,
  email: 'leo@example.com',
  full_name: 'Leo Brandt',
  contract: 'Reader',
  reason: null,
  requested_end_at: null,
  effects: [
    {
      subscription_id: 'sub_01966f9e-3c80-7e1c-9b47-000000000028',
      payment_id: null,
      outcome: 'scheduled',
      ends_at: '2027-06-03T09:30:00.000Z',
      refunds: [],
      refund_at: null,
    },
  ],
  received_at: '2027-03-02T09:00:00.000Z',
  created_at: '2027-05-03T10:00:00.000Z',
}
