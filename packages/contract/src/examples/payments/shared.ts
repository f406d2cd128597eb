/** Part of the examples of createPayment, refundPayment, findPayment and findPayments. */
export const samplePaymentDetails = {
  arn: '74537605259536043849425',
  auth_code: '831004',
  network_payment_id: '016153570198200',
  processor_transaction_id: 'sbx_4f2b8c1d9e7a4063',
}

/** Part of the examples of createPayment, refundPayment, findPayment and findPayments. */
export const sampleTax = {
  error: null,
  status: 'not_collected',
  behavior: null,
  provider: null,
  breakdown: [],
  amount_tax: 0,
  amount_tax_usd: 0,
  calculation_id: null,
  transaction_id: null,
  amount_subtotal: 2490,
  amount_subtotal_usd: 2829,
}

/** Part of the examples of createPayment, refundPayment, findPayment, findPayments, findCustomer, findCustomers and detachPaymentMethod. */
export const sampleDetails = {
  bin: '424242',
  last4: '4242',
  number: '424242******4242',
  bin_data: {
    type: 'unknown',
    brand: 'visa',
    issuer: null,
    country: null,
    funding: 'unknown',
    description: null,
    currency_code: null,
  },
  exp_year: 2030,
  exp_month: 12,
  is_network_tokenized: false,
}

/** Part of the examples of refundPayment, findPayment and findPayments. */
export const sampleRefund = {
  id: 'ref_01966f9e-3c80-7e1c-9b47-000000000012',
  amount: 490,
  amount_usd: 557,
  amount_tax: 0,
  tax_breakdown: [],
  created_at: '2027-03-02T09:00:00.000Z',
  processor_transaction_id: 'sbx_4f2b8c1d9e7a4063',
  status: 'succeeded',
  reason: 'A page was torn.',
  updated_at: '2027-03-02T09:00:00.000Z',
}

/** Part of the examples of findDisputes and findDispute. */
export const sampleDispute = {
  id: 'dp_01966f9e-3c80-7e1c-9b47-000000000024',
  payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000023',
  amount: 999,
  currency: 'EUR',
  reason: 'fraudulent',
  status: 'needs_response',
  evidence_due_at: '2027-04-10T09:00:00.000Z',
  created_at: '2027-04-03T09:00:00.000Z',
  updated_at: '2027-04-03T09:00:00.000Z',
  metadata: {},
}

/** Part of the examples of createPayment, refundPayment, findPayment, findPayments, findCustomer and findCustomers. */
export const samplePaymentMethod = {
  id: 'pm_01966f9e-3c80-7e1c-9b47-000000000011',
  type: 'CARD',
  details: sampleDetails,
  billing_address: null,
}

/** Part of the examples of createPayment, refundPayment, findPayment and findPayments. */
export const sampleCustomerOfPayment = {
  id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
  external_id: 'user-17',
  full_name: 'Mina Okafor',
  email: 'mina@example.com',
  phone: null,
  locale: 'en',
  address: { city: 'Berlin', line1: null, line2: null, state: null, country: 'DE', postal_code: '10115' },
  metadata: { tier: 'gold' },
  created_at: '2027-03-02T09:00:00.000Z',
  updated_at: '2027-03-02T09:00:00.000Z',
}

/** Part of the examples of findConsents, findConsent and findPaymentConsent. */
export const sampleData = {
  id: 'consent_01966f9e-3c80-7e1c-9b47-000000000007',
  customer_id: 'cus_01966f9e-3c80-7e1c-9b47-000000000003',
  payment_id: 'pay_01966f9e-3c80-7e1c-9b47-000000000007',
  subscription_id: 'sub_01966f9e-3c80-7e1c-9b47-000000000008',
  session_id: '01966f9e-3c80-7e1c-9b47-000000000004',
  plan_id: 'price_01966f9e-3c80-7e1c-9b47-000000000001',
  purpose: 'subscribe',
  text: 'Subscribe and pay',
  displayed_text: null,
  locale: 'en',
  version: '2026-12',
  country: 'DE',
  withdrawal_url: 'https://billing.example/o/org_1/withdraw',
  immediate_supply: null,
  agreed_at: '2027-03-02T09:00:00.000Z',
  received_at: '2027-03-02T09:00:00.000Z',
  quote_hash: '7f6d0b5c2a9e4813',
  due_now: { amount: 999, currency: 'EUR' },
  lines: [{ kind: 'plan', label: 'Reader', amount: 999 }],
  next_charge: { at: '2027-04-02T09:00:00.000Z', amount: 999, currency: 'EUR' },
  recurring: { amount: 999, currency: 'EUR', interval: 'months', interval_count: 1 },
  created_at: '2027-03-02T09:00:00.000Z',
}

/** Part of the examples of refundPayment, findPayment and findPayments. */
export const samplePayment = {
  id: 'pay_01966f9e-3c80-7e1c-9b47-000000000010',
  amount: 2490,
  amount_usd: 2829,
  currency_code: 'EUR',
  lines: [{ kind: 'plan', label: 'The book', amount: 2490 }],
  payment_status: 'SETTLING',
  payment_type: 'MIT',
  payment_token_type: 'PROCESSOR_TOKEN',
  payment_method: samplePaymentMethod,
  customer: sampleCustomerOfPayment,
  subscription: null,
  metadata: { order: '2042' },
  statement_descriptor: 'LANTERN BOOKS',
  refunded_amount: 490,
  refund: sampleRefund,
  refunds: [sampleRefund],
  avs_check: { result: { postal_code: 'unchecked', street_address: 'unchecked' } },
  cvc_check: { result: { cvc: 'unchecked' } },
  payment_details: samplePaymentDetails,
  processor: {
    id: 'sandbox',
    type: 'sandbox',
    description: 'Sandbox processor',
    processor_merchant_id: 'sandbox_merchant',
  },
  status_reason: { status: 'approved', status_reason: { message: null, advice_code: null, decline_code: null } },
  tax: sampleTax,
  three_d_secure: null,
  created_at: '2027-03-02T09:00:00.000Z',
  updated_at: '2027-03-02T09:00:00.000Z',
}
