/** Part of the examples of findPortal. */
export const samplePaymentMethodOfSubscription = {
  id: 'pm_01966f9e-3c80-7e1c-9b47-000000000035',
  type: 'CARD',
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2030,
  label: null,
}

/** Part of the examples of findPortal and previewCheckout. */
export const sampleMerchantOfFindPortal = {
  name: 'Lantern Books',
  terms_url: null,
  privacy_url: null,
  support_email: 'help@lantern.example',
  cancel_url: 'https://billing.example/o/org_1/cancel',
}
