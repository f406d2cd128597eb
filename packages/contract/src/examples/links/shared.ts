/** Part of the examples of updatePaymentLink, findPaymentLink and findPaymentLinks. */
export const sampleUpdatePaymentLink = {
  id: 'link_01966f9e-3c80-7e1c-9b47-000000000033',
  plan: { id: 'price_01966f9e-3c80-7e1c-9b47-000000000009' },
  quantity: 1,
  discount: null,
  active: true,
  paused_at: null,
  max_uses: 100,
  uses: 0,
  expires_at: '2027-06-30T22:00:00.000Z',
  return_url: null,
  url: 'https://billing.example/buy/link_01966f9e-3c80-7e1c-9b47-000000000033',
  created_at: '2027-05-10T09:00:00.000Z',
  updated_at: '2027-05-10T09:00:00.000Z',
}
