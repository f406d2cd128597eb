import type { DeclineCode, Payment, PaymentStatus } from '@billing-checkout/contract'

/** A payment as the server would return it to the element. */
export const aPayment = (status: PaymentStatus, declineCode: DeclineCode | null = null, id = aPaymentId): Payment => ({
  id,
  amount: 1900,
  amount_usd: 2159,
  currency_code: 'EUR',
  lines: [{ kind: 'plan', label: 'Aurora Studio', amount: 1900 }],
  payment_status: status,
  payment_type: 'CIT',
  payment_token_type: 'CARD_PAN',
  payment_method: {
    id: 'pm_01890a5d-ac96-774b-bcce-b302099a8057',
    type: 'CARD',
    details: {
      bin: '424242',
      bin_data: {
        brand: 'visa',
        country: null,
        currency_code: null,
        description: null,
        funding: 'unknown',
        issuer: null,
        type: 'unknown',
      },
      exp_month: 12,
      exp_year: 2029,
      is_network_tokenized: false,
      last4: '4242',
      number: '424242******4242',
    },
    billing_address: null,
  },
  customer: {
    id: 'cus_01890a5d-ac96-774b-bcce-b302099a8057',
    external_id: null,
    full_name: null,
    email: 'a•••@example.com',
    phone: null,
    locale: null,
    address: null,
    metadata: {},
    created_at: now,
    updated_at: now,
  },
  subscription: null,
  metadata: {},
  statement_descriptor: 'NORTHERN LIGHT',
  refunded_amount: 0,
  refund: null,
  refunds: [],
  avs_check:
    status === 'PENDING'
      ? null
      : { result: { postal_code: 'unchecked' as const, street_address: 'unchecked' as const } },
  cvc_check: status === 'PENDING' ? null : { result: { cvc: 'pass' as const } },
  payment_details: null,
  processor: null,
  status_reason: reasonOf(status, declineCode),
  tax: {
    amount_subtotal: 1900,
    amount_subtotal_usd: 2159,
    amount_tax: 0,
    amount_tax_usd: 0,
    behavior: null,
    calculation_id: null,
    transaction_id: null,
    status: 'not_collected',
    breakdown: [],
    error: null,
    provider: null,
  },
  three_d_secure: null,
  created_at: now,
  updated_at: now,
})

const reasonOf = (status: PaymentStatus, declineCode: DeclineCode | null): Payment['status_reason'] => {
  const reason = { advice_code: null, decline_code: declineCode, message: null }
  if (declineCode !== null) return { status: 'declined', status_reason: reason }
  const isPaid = status === 'AUTHORIZED' || status === 'SETTLING' || status === 'SETTLED'
  return isPaid ? { status: 'approved', status_reason: reason } : null
}

/** The id of the payment that tests make. */
export const aPaymentId = 'pay_01890a5d-ac96-774b-bcce-b302099a8057'

const now = '2026-11-21T09:00:00.000Z'
