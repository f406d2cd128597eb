/** Part of the examples of findCheckout, updateCheckout and previewCheckout. */
export const sampleConnections = {
  CARD: 'sandbox',
  PAYPAL: 'sandbox',
  VENMO: 'sandbox',
  CASHAPP: 'sandbox',
  APPLE_PAY: 'sandbox',
  GOOGLE_PAY: 'sandbox',
}

/** Part of the examples of createClientSession, updateClientSession, findClientSession, findCheckout, updateCheckout and previewCheckout. */
export const samplePrice = {
  amount: 999,
  currency: 'EUR',
  currency_decimals: 2,
  currency_position: 'left',
  currency_symbol: '€',
  formatted_amount: '€9.99',
}

/** Part of the examples of previewCheckout. */
export const samplePriceOfPreviewCheckout = {
  amount: 799,
  currency: 'EUR',
  currency_decimals: 2,
  currency_position: 'left',
  currency_symbol: '€',
  formatted_amount: '€7.99',
}

/** Part of the examples of findCheckout and updateCheckout. */
export const sampleMerchant = {
  name: 'Lantern Books',
  terms_url: null,
  privacy_url: null,
  support_email: null,
  cancel_url: 'https://billing.example/o/org_1/cancel',
}

/** Part of the examples of createClientSession, updateClientSession, findClientSession, findCheckout, updateCheckout and previewCheckout. */
export const sampleLocalPrice = {
  amount: 999,
  currency: 'EUR',
  currency_decimals: 2,
  currency_position: 'left',
  currency_symbol: '€',
  formatted_amount: '€9.99',
  currency_exchange_rate: 1,
  formatted_amount_rounded: '€9.99',
}

/** Part of the examples of findCheckout and previewCheckout. */
export const sampleConsent = {
  country: 'DE',
  checkbox_required: false,
  obligation_button: true,
  withdrawal: { url: 'https://billing.example/o/org_1/withdraw', supply: 'none' },
  address_fields: [],
  address_regions: [],
  version: '2026-12',
}

/** Part of the examples of createClientSession, updateClientSession, findClientSession, findCheckout, updateCheckout, findClientSessions and previewCheckout. */
export const samplePlanOfClientSession = {
  id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
  name: 'Reader',
  type: 'recurring',
  interval: 'months',
  interval_count: 1,
  amount: 999,
  currency: 'EUR',
  quantity: 1,
  created_at: '2027-03-02T09:00:00.000Z',
  updated_at: '2027-03-02T09:00:00.000Z',
  trial: null,
}

/** Part of the examples of findCheckout and updateCheckout. */
export const sampleQuoteDisplay = {
  lines: [{ kind: 'plan', label: 'Reader', formatted_amount: '€9.99' }],
  due_now: samplePrice,
  due_now_local: null,
  next_charge: { formatted_amount: '€9.99', date: 'April 2, 2027' },
  later_charges: [{ amount: 999, formatted_amount: '€9.99', date: 'April 2, 2027', lines: [] }],
  recurring: { formatted_amount: '€9.99' },
  trial_end: null,
  tax: null,
}

/** Part of the examples of createClientSession, updateClientSession, findClientSession, findCheckout and updateCheckout. */
export const sampleCurrencyDetails = {
  plan: {
    local: sampleLocalPrice,
    payment: samplePrice,
    due_now: { local: sampleLocalPrice, payment: samplePrice },
    trial: null,
  },
}

/** Part of the examples of findCheckout and updateCheckout. */
export const sampleClientSessionOfFindCheckout = {
  id: '01966f9e-3c80-7e1c-9b47-000000000004',
  expiry_date: '2027-03-03T09:00:00.000Z',
  customer: {
    email: 'm•••@example.com',
    external_id: null,
    id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
    metadata: {},
  },
  payment: { metadata: {} },
  plan: samplePlanOfClientSession,
  subscription: null,
  currency_details: sampleCurrencyDetails,
}

/** Part of the examples of updateClientSession and findClientSession. */
export const sampleClientSession = {
  id: '01966f9e-3c80-7e1c-9b47-000000000004',
  expiry_date: '2027-03-03T09:00:00.000Z',
  customer: {
    email: 'mina@example.com',
    external_id: 'user-17',
    id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
    metadata: {},
  },
  payment: { metadata: { order: '2041' } },
  plan: samplePlanOfClientSession,
  subscription: null,
  currency_details: sampleCurrencyDetails,
}
