import type { PaymentMethod, Subscription } from '@billing-checkout/contract'
import {
  formatMoney,
  laterCharges,
  noDebt,
  type PlanTerms,
  quoteCheckout,
  quotedDiscount,
  type QuotedSubscription,
  type TaxRule,
} from '@billing-checkout/domain'
import type { EmailInput, PaidCharge } from '../../src/emails/content/email-input.ts'
import type { StoredConsent } from '../../src/store/schema/consents.ts'

/** When the sample sales are paid. */
export const soldAt = '2027-03-01T10:00:00.000Z'

/** The end of the month that was paid at {@link soldAt}. */
export const monthLater = '2027-04-01T10:00:00.000Z'

/** A monthly plan of 19.00 euros. */
export const sketch: PlanTerms = {
  id: 'price_01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Aurora Sketch',
  type: 'recurring',
  interval: { unit: 'months', count: 1 },
  price: { amount: 1900, currency: 'EUR' },
  trial: null,
}

/** Tax on top of every price. */
export const taxOnTop: TaxRule = { rate: '0.19', behavior: 'exclusive', kind: 'vat' }

/** Tax inside every price. */
export const taxIncluded: TaxRule = { rate: '0.19', behavior: 'inclusive', kind: 'vat' }

/** The two taxes of a place, each with its own name. */
export const twoTaxes: TaxRule = {
  rate: '0.14975',
  behavior: 'exclusive',
  kind: 'gst',
  parts: [
    { rate: '0.05', name: 'GST' },
    { rate: '0.09975', name: 'QST' },
  ],
}

/** A charge with the quote that a checkout would make for `wishes`; by default a first purchase of Aurora Sketch. */
export const aCharge = (wishes: Partial<Parameters<typeof quoteCheckout>[0]> = {}): PaidCharge => {
  const request = {
    purpose: 'subscribe',
    at: soldAt,
    startsAt: soldAt,
    terms: sketch,
    withTrial: wishes.terms?.trial != null,
    tax: null,
    subscription: null,
    prorationBillingMode: 'prorated_immediately',
    ...wishes,
  } as const
  const draft = quoteCheckout(request)
  const { amount, currency } = draft.dueNow
  const { terms, withTrial } = request
  const discount = quotedDiscount(request, draft)
  const later = laterCharges(request, draft)
  const quote = { hash: 'sample', withTrial, draft, later, terms, ...(discount && { discount }) }
  return { id: 'pay_01890a5d-ac96-774b-bcce-b302099a8057', amount, currency, method: aCard, quote }
}

/** The subscription that a quote changes: half of a month of Aurora Basic is over, and that month cost 9.00. */
export const aQuotedSubscription = (wishes: Partial<QuotedSubscription> = {}): QuotedSubscription => ({
  planName: 'Aurora Basic',
  anchor: '2027-02-15T10:00:00.000Z',
  period: { start: '2027-02-15T10:00:00.000Z', end: '2027-03-15T10:00:00.000Z', costMinor: 900 },
  nextBillingDate: '2027-03-15T10:00:00.000Z',
  balanceMinor: 0,
  paidTax: null,
  earnsCredit: true,
  restartCredit: null,
  inTrial: false,
  writtenOffMinor: 0,
  owed: noDebt,
  ...wishes,
})

/** A card of a known brand. */
export const aCard: PaymentMethod = {
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
}

/** An account at a company, instead of a card. */
export const anAccount: PaymentMethod = {
  id: 'pm_01890a5d-ac96-774b-bcce-b302099a8058',
  type: 'PAYPAL',
  details: { payer_info: { email: null, first_name: null, last_name: null, payer_id: null } },
  billing_address: null,
}

/** An active subscription to a plan; Aurora Sketch by default. */
export const aSubscription = ({ id, name, interval, price, quantity = 1 }: PlanTerms = sketch): Subscription => ({
  id: 'sub_01890a5d-ac96-774b-bcce-b302099a8057',
  status: 'active',
  customer: { id: 'cus_01890a5d-ac96-774b-bcce-b302099a8057', external_id: null, email: 'mina@example.com' },
  payment_method_id: aCard.id,
  plan: {
    id,
    name,
    type: 'recurring',
    price: { ...price, amount: price.amount / quantity },
    interval: interval?.unit ?? null,
    interval_count: interval?.count ?? null,
    tax: { collect_tax: null },
    trial_interval: null,
    trial_interval_count: null,
    trial_price: null,
  },
  quantity,
  discount: null,
  created_at: soldAt,
  updated_at: soldAt,
  current_period_start: soldAt,
  current_period_end: monthLater,
  next_billing_date: monthLater,
  balance: { amount: 0, currency: price.currency },
  scheduled_change: null,
  cancellation: null,
  past_due: null,
  metadata: {},
})

/** The consent, given in English at a checkout, to this charge. */
export const aConsentTo = ({ amount, currency }: PaidCharge): StoredConsent => ({
  text: [
    ...(amount === 0 ? [] : [`You pay ${formatMoney({ amount, currency }, 'en').formattedAmount} today.`]),
    'By choosing “Order with obligation to pay” you allow Northern Light to charge your payment method as described.',
  ].join('\n'),
  locale: 'en',
  version: '2026-12',
  at: soldAt,
  received_at: soldAt,
  quote: 'sample',
  country: 'DE',
  withdrawal_url: 'https://example.com/withdraw',
})

/** A merchant with every optional setting about itself. */
export const northernLight: EmailInput['seller'] = {
  name: 'Northern Light',
  legalName: 'Northern Light Software GmbH',
  legalAddress: 'Speicherstrasse 12\n20457 Hamburg\nGermany',
  brandColor: '#3538cd',
}

/** Every link and address that a merchant can set. */
export const everyLink: EmailInput['links'] = {
  cancelUrl: 'https://example.com/account/cancel?from=email&lang=en',
  withdrawalUrl: 'https://example.com/withdraw',
  supportEmail: 'help@example.com',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
  accountUrl: 'https://example.com/portal?organization=org_1',
}

/** The links and addresses of a merchant who has set none. */
export const noLink: EmailInput['links'] = {
  cancelUrl: null,
  withdrawalUrl: null,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  accountUrl: null,
}
