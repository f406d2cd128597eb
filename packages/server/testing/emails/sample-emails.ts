import type { EmailKind } from '@billing-checkout/contract'
import { type PlanTerms, termsForQuantity } from '@billing-checkout/domain'
import type { EmailInput, PaidCharge } from '../../src/emails/content/email-input.ts'
import {
  aCharge,
  aConsentTo,
  anAccount,
  aQuotedSubscription,
  aSubscription,
  everyLink,
  monthLater,
  northernLight,
  noLink,
  sketch,
  soldAt,
  taxIncluded,
  taxOnTop,
  twoTaxes,
} from './sample-sale.ts'

/** An email with only what every email has. */
const anEmail = (kind: EmailKind, wishes: Partial<EmailInput> = {}): EmailInput => ({
  kind,
  facts: {},
  at: soldAt,
  locale: 'en',
  seller: northernLight,
  links: everyLink,
  customerName: 'Mina Okafor',
  taxIds: [],
  customerEmail: 'mina@example.com',
  plan: sketch.name,
  subscription: aSubscription(),
  payment: null,
  consent: null,
  declaration: null,
  actionUrl: null,
  isSandbox: false,
  ...wishes,
})

/** The acknowledgement of a declaration that a consumer made without signing in. */
const acknowledged = (kind: 'cancellation' | 'withdrawal'): EmailInput =>
  anEmail(kind, {
    subscription: null,
    declaration: {
      fullName: 'Mina Okafor',
      contract: sketch.name,
      requestedEndAt: monthLater,
      forCause: true,
      reason: 'I draw no more.',
      receivedAt: soldAt,
    },
  })

const button = { actionUrl: 'https://billing.example/portal/01890a5dac96774bbcceb302099a8057?for=payment&lang=en' }
const due = { amount: 2261, currency: 'EUR' } as const
const nextMonth = { ...due, charged_at: monthLater }

/** A subscription that never had a payment method. */
const withoutMethod = { ...aSubscription(), payment_method_id: null }

const named = (name: string, terms: PlanTerms = sketch): PlanTerms => ({ ...terms, name })
const trialOf = (price: PlanTerms['price'] | null): PlanTerms => ({
  ...sketch,
  trial: { interval: { unit: 'days', count: 14 }, price },
})
/** A discount of a percentage for some paid periods. */
const discounted = (percent: number, left: number): PlanTerms => ({
  ...sketch,
  discount: {
    id: 'disc_01890a5d-ac96-774b-bcce-b302099a8057',
    name: 'Spring',
    off: { kind: 'percent', hundredths: percent * 100 },
    duration: 'periods',
    left,
    plans: [],
  },
})
const book: PlanTerms = { ...named('The Aurora Handbook'), type: 'one-off', interval: null }
const markup = '<b onmouseover="alert(1)">Sketch</b> & "Draw" {plan}'
const longName = 'Aurora Sketch Professional Unlimited Enterprise Collaboration Suite for Teams XL'
const longWord = 'AuroraSketchProfessionalUnlimitedEnterpriseCollaborationSuiteForTeamsAndClassrooms'

const order = (wishes: Partial<EmailInput> = {}): EmailInput => {
  const { payment = aCharge() } = wishes
  return anEmail('order_confirmation', { payment, consent: payment && aConsentTo(payment), ...wishes })
}

const receipt = (payment: PaidCharge, wishes: Partial<EmailInput> = {}): EmailInput => {
  const { amount, currency, quote } = payment
  return anEmail('receipt', {
    facts: { amount, currency, next_charge_at: quote.draft.nextCharge?.at ?? null },
    payment,
    ...wishes,
  })
}

/** The confirmation of an order whose plan has this name and this price. */
const orderOf = (name: string, price: PlanTerms['price'] = sketch.price): EmailInput =>
  order({ plan: name, payment: aCharge({ terms: named(name, { ...sketch, price }) }) })

const changed = (wishes: Parameters<typeof aCharge>[0], rest: Partial<EmailInput> = {}): EmailInput =>
  anEmail('plan_changed', {
    facts: { plan_before: 'Aurora Basic', plan_after: sketch.name, next_charge_at: monthLater },
    payment: aCharge({ purpose: 'change_plan', subscription: aQuotedSubscription(), ...wishes }),
    ...rest,
  })

const dropped = {
  plan_before: sketch.name,
  plan_after: 'Aurora Basic',
  charged_at: monthLater,
  next_charge_at: monthLater,
}

/** A change that credit pays for: 45.00 of the old period's 90.00 are left, more than the new plan costs. So there is no payment. */
const richChange = aCharge({
  purpose: 'change_plan',
  subscription: aQuotedSubscription({ period: { ...aQuotedSubscription().period, costMinor: 9000 } }),
})

/** Emails of every kind, composed from quotes as a checkout makes them. Each name states what is special about the email. */
export const sampleEmails: Readonly<Record<EmailKind, Readonly<Record<string, EmailInput>>>> = {
  order_confirmation: {
    'monthly, tax on top': order({ payment: aCharge({ tax: taxOnTop }) }),
    'free trial': order({ payment: aCharge({ terms: trialOf(null) }) }),
    'free trial without a method': order({
      payment: { ...aCharge({ terms: trialOf(null) }), method: null },
      subscription: withoutMethod,
    }),
    'paid trial': order({ payment: aCharge({ terms: trialOf({ amount: 100, currency: 'EUR' }) }) }),
    'discount for three months': order({ payment: aCharge({ terms: discounted(20, 3), tax: taxOnTop }) }),
    'three units': order({
      plan: `3 × ${sketch.name}`,
      payment: aCharge({ terms: termsForQuantity(sketch, 3), tax: taxOnTop }),
    }),
    'nothing to pay for two months': order({ payment: aCharge({ terms: discounted(100, 2) }) }),
    'one-off, two taxes': order({
      plan: book.name,
      subscription: null,
      payment: { ...aCharge({ purpose: 'pay', terms: book, tax: twoTaxes }), method: anAccount },
    }),
    'set up by the merchant': order({ consent: null }),
    sandbox: order({ isSandbox: true }),
    'name with markup': orderOf(markup),
    'long name': orderOf(longName),
    'name of one long word': orderOf(longWord),
    'seven digits': orderOf(sketch.name, { amount: 987_654_321, currency: 'EUR' }),
    'seven digits without decimals': orderOf(sketch.name, { amount: 1_234_567, currency: 'JPY' }),
    'Arabic seller': order({ seller: { ...northernLight, name: 'متجر الشمال (Nord)', brandColor: '#f2c94c' } }),
    'nothing known': order({
      customerName: null,
      seller: { name: 'Northern Light', legalName: null, legalAddress: null, brandColor: null },
      links: noLink,
      payment: { ...aCharge(), method: null },
    }),
  },
  receipt: {
    'with a tax identifier': { ...receipt(aCharge({ tax: taxIncluded })), taxIds: ['DE136695976'] },
    'credit, tax included': receipt(
      aCharge({ purpose: 'recover', tax: taxIncluded, subscription: aQuotedSubscription({ balanceMinor: 438 }) }),
    ),
    'customer’s credit, two taxes': receipt(aCharge({ tax: twoTaxes, customerCredit: { minor: 500, minimumDue: 0 } })),
    'surcharge, rounding': receipt(
      aCharge({
        purpose: 'recover',
        subscription: aQuotedSubscription({ balanceMinor: -250, earnsCredit: false }),
        limits: { step: 100, minimum: null },
      }),
    ),
    discounted: receipt(aCharge({ purpose: 'recover', terms: discounted(20, 2), subscription: aQuotedSubscription() })),
    'one-off': receipt(aCharge({ purpose: 'pay', terms: book }), { plan: book.name, subscription: null }),
  },
  refund: {
    'a part': anEmail('refund', { facts: { refund_id: 'ref_1', amount: 500, currency: 'EUR' }, payment: aCharge() }),
  },
  trial_ending: {
    usual: anEmail('trial_ending', { facts: nextMonth }),
    'without a method': anEmail('trial_ending', { facts: nextMonth, subscription: withoutMethod, ...button }),
  },
  renewal_notice: {
    usual: anEmail('renewal_notice', { facts: nextMonth }),
    'by email to the merchant': anEmail('renewal_notice', {
      facts: nextMonth,
      links: { ...everyLink, cancelUrl: null },
    }),
    'long name': anEmail('renewal_notice', { facts: nextMonth, plan: longName }),
  },
  price_change: {
    usual: anEmail('price_change', { facts: { ...nextMonth, price_before: 1900, price_after: 2261 } }),
    'without a method': anEmail('price_change', {
      facts: { ...nextMonth, price_before: 0, price_after: 2261 },
      subscription: withoutMethod,
      ...button,
    }),
  },
  reminder: { usual: anEmail('reminder', { facts: nextMonth }) },
  payment_failed: {
    'tried again': anEmail('payment_failed', {
      facts: { ...due, next_try_at: '2027-03-04T10:00:00.000Z', decline_code: 'insufficient_funds' },
      ...button,
    }),
    'not tried again': anEmail('payment_failed', {
      facts: { ...due, next_try_at: null, ends_at: '2027-03-15T10:00:00.000Z', decline_code: 'expired_card' },
      ...button,
    }),
    'reason of the bank': anEmail('payment_failed', { facts: { ...due, decline_code: 'do_not_honor' } }),
  },
  payment_method_missing: {
    usual: anEmail('payment_method_missing', { facts: { ...due, ends_at: '2027-03-15T10:00:00.000Z' }, ...button }),
  },
  card_expiring: {
    usual: anEmail('card_expiring', {
      facts: { charged_at: monthLater, last4: '4242', expires: '2027-03' },
      ...button,
    }),
  },
  plan_changed: {
    'credit for unused time': changed({ tax: taxOnTop }),
    'credit kept': changed({}, { payment: { ...richChange, id: null, method: null } }),
    'by the merchant': changed({}, { payment: null, consent: null }),
  },
  change_scheduled: {
    usual: anEmail('change_scheduled', {
      facts: { plan_before: 'Aurora Basic', plan_after: sketch.name, charged_at: monthLater },
    }),
    'by the customer': anEmail('change_scheduled', {
      facts: { plan_before: 'Aurora Basic', plan_after: sketch.name, charged_at: monthLater },
      payment: {
        ...aCharge({
          purpose: 'change_plan',
          prorationBillingMode: 'at_period_end',
          subscription: aQuotedSubscription(),
        }),
        id: null,
        method: null,
      },
    }),
    'taken back': anEmail('change_scheduled', { facts: { ...dropped, dropped: 'taken_back' } }),
    refused: anEmail('change_scheduled', { facts: { ...dropped, next_charge_at: null, dropped: 'refused' } }),
  },
  cancellation: {
    'runs on': anEmail('cancellation', { facts: { ends_at: monthLater }, ...button }),
    'after renewals': anEmail('cancellation', { facts: { ends_at: monthLater, renewals: 2 }, ...button }),
    'at once': anEmail('cancellation', { facts: { ends_at: soldAt } }),
    declared: acknowledged('cancellation'),
    'by the merchant': anEmail('cancellation', { facts: { ends_at: soldAt, ended_by: 'merchant' } }),
    unpaid: anEmail('cancellation', { facts: { ends_at: soldAt, ended_by: 'unpaid' } }),
  },
  withdrawal: {
    'in time': anEmail('withdrawal', {
      facts: { ends_at: soldAt, amount: 2261, currency: 'EUR' },
      subscription: { ...aSubscription(), status: 'cancelled' },
    }),
    declared: acknowledged('withdrawal'),
    late: anEmail('withdrawal', { facts: { is_late: true } }),
  },
  sign_in: {
    usual: anEmail('sign_in', { customerName: null, subscription: null, ...button }),
    'for a new address': anEmail('sign_in', {
      subscription: null,
      facts: { portal_session_id: 'portal_019b9c12-7c00-7000-8000-000000000003' },
      ...button,
    }),
  },
  email_changed: { usual: anEmail('email_changed', { customerEmail: 'mina.okafor@example.org', ...button }) },
}
