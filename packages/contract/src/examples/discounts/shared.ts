/** Part of the examples of updateDiscount, findDiscount and findDiscounts. */
export const sampleUpdateDiscount = {
  id: 'disc_01966f9e-3c80-7e1c-9b47-000000000037',
  name: 'Spring',
  code: 'SPRING20',
  percent_off: 20,
  amount_off: null,
  duration: 'periods',
  periods: 3,
  plans: ['price_01966f9e-3c80-7e1c-9b47-000000000001'],
  max_redemptions: 500,
  max_per_customer: null,
  starts_at: null,
  ends_at: '2027-06-30T22:00:00.000Z',
  archived_at: null,
  redeemed: 0,
  created_at: '2027-05-11T09:00:00.000Z',
  updated_at: '2027-05-11T09:00:00.000Z',
}
