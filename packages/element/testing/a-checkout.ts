import type { Checkout, CountryCode, DigitalSupply, Payment, ProrationBillingMode } from '@billing-checkout/contract'
import { addInterval } from '../../domain/src/calendar/timestamp.ts'
import { consentRules } from '../../domain/src/checkout/consent-rules.ts'
import { laterCharges } from '../../domain/src/checkout/later-charges.ts'
import { noDebt } from '../../domain/src/checkout/subscription-debt.ts'
import { quoteCheckout } from '../../domain/src/checkout/quote-checkout.ts'
import { type QuotedSubscription } from '../../domain/src/checkout/quote-request.ts'
import type { PlanTerms } from '../../domain/src/plan/terms-for-country.ts'
import { dayIn, discountOf, discountTermsOf, type DiscountWish } from './a-discount.ts'
import { needsMethod } from './needs-method.ts'
import { savedMethods } from './saved-methods.ts'
import { lineIn, moneyIn, symbolPositionIn, writeLocal } from './written-money.ts'

/** What a test wants to be different in a checkout. */
export interface CheckoutWishes {
  readonly sessionId?: string
  readonly purpose?: Checkout['purpose']
  readonly phase?: Checkout['phase']
  readonly locale?: string
  readonly trial?: 'free' | 'paid' | null
  /** Whether the shopper's country has a currency other than the euro. */
  readonly isLocal?: boolean
  readonly hasSavedMethods?: boolean
  /** Whether the merchant has named the customer. */
  readonly isKnown?: boolean
  /** Whether tax comes on top of prices; the shopper is then in Germany by default. */
  readonly tax?: boolean
  /** Whether the old plan's credit is more than the new plan's price. */
  readonly isFreeChange?: boolean
  readonly digitalSupply?: DigitalSupply
  readonly mode?: Checkout['mode']
  /** How a plan change is billed; by default at once. */
  readonly proration?: ProrationBillingMode
  /** The shopper's country. Default: Germany with `tax`, Australia with `isLocal`, else Montenegro, whose law requires no special text. */
  readonly country?: CountryCode
  readonly hash?: string
  readonly amount?: number
  /** Milliseconds from now; one day by default. */
  readonly expiresIn?: number
  readonly payment?: Payment | null
  /** The address fields that the checkout asks for. */
  readonly addressFields?: Checkout['consent']['address_fields']
  /** The regions to choose the state from; by default the shopper types it. */
  readonly regions?: Checkout['consent']['address_regions']
  /** A refunded payment that was no longer wanted. */
  readonly unwanted?: Checkout['unwanted_payment']
  /** The reason why the server would refuse every payment. */
  readonly refusal?: Checkout['refusal']
  /** Kinds of payment method; by default cards only. */
  readonly kinds?: Checkout['method_kinds']
  /** The discount in use. */
  readonly discount?: DiscountWish
  /** The quantity of the plan, if more than one; `amount` is the price of one unit. */
  readonly quantity?: number
  readonly allowCodes?: boolean
  readonly isWithoutMethod?: boolean
  /** When the checkout is read. Without `periodStart`, the subscription's period began 15 days before, or 32 for `recover`. */
  readonly at?: string
  readonly periodStart?: string
}

/** A session id for tests. */
export const aSessionId = '2f0c1d3e-5b6a-4c7d-8e9f-0a1b2c3d4e5f'

const now = '2026-11-21T09:00:00.000Z'
const planId = 'price_01890a5d-ac96-774b-bcce-b302099a8057'

/** A checkout as the server would return it, recurring by default; playground-answers.test.ts compares every member with the contract. */
export const aCheckout = (wishes: CheckoutWishes = {}): Checkout => {
  const { purpose = 'subscribe', phase = 'open', locale = 'en', at = now } = wishes
  const country = countryOf(wishes)
  const terms = termsOf(wishes)
  const rules = consentRules(country, purpose)
  const hasQuote = purpose !== null && phase !== 'expired'
  const isAgreed = phase === 'processing' || phase === 'completed'
  const supply = rules.mayWithdraw ? wishes.digitalSupply : undefined
  const quoted = hasQuote ? quoteOf(wishes, terms, isAgreed) : { quote: null, quote_display: null, discount: null }
  return {
    session: {
      id: wishes.sessionId ?? aSessionId,
      expiry_date: new Date(Date.parse(at) + (wishes.expiresIn ?? 86_400_000)).toISOString(),
      customer: {
        email: 'a•••@example.com',
        external_id: null,
        // A payment creates its customer. Saved methods require a customer that the merchant has named.
        id: isAgreed || wishes.isKnown || wishes.hasSavedMethods || subscriptionOf(wishes) ? aCustomerId : null,
        metadata: {},
      },
      payment: { metadata: {} },
      plan: purpose && planOf(terms),
      subscription: subscriptionOf(wishes) && {
        id: 'sub_01890a5d-ac96-774b-bcce-b302099a8057',
        metadata: {},
        proration_billing_mode: wishes.proration ?? null,
      },
      currency_details: null,
    },
    client_token: phase === 'expired' || phase === 'completed' ? null : 'token',
    purpose,
    missing: purpose === null ? ['plan.id or subscription.id'] : [],
    phase,
    payment: wishes.payment ?? null,
    ...quoted,
    allow_codes: wishes.allowCodes ?? false,
    subscription: subscriptionOf(wishes),
    payment_methods: wishes.hasSavedMethods && phase !== 'completed' ? savedMethods : [],
    needs_method: !wishes.isWithoutMethod && needsMethod(purpose, quoted.quote),
    method_kinds: wishes.kinds ?? ['CARD'],
    wallet_frames: [],
    connections: { CARD: 'sandbox' },
    unwanted_payment: wishes.unwanted ?? null,
    refusal: wishes.refusal ?? null,
    merchant: {
      name: 'Northern Light',
      terms_url: 'https://example.com/terms',
      privacy_url: 'https://example.com/privacy',
      support_email: 'help@example.com',
      cancel_url: null,
    },
    consent: {
      country,
      checkbox_required: rules.checkboxRequired || (supply ?? 'none') !== 'none',
      obligation_button: rules.obligationButton,
      withdrawal: supply ? { url: 'https://example.com/withdraw', supply } : null,
      address_fields: wishes.addressFields ?? [],
      address_regions: wishes.regions ?? [],
      version: rules.version,
    },
    tax_address: null,
    locale,
    mode: wishes.mode ?? 'sandbox',
    frame_origin: null,
    now: { wall: now, billing: at },
  }
}

const countryOf = ({ country, tax, isLocal }: CheckoutWishes): CountryCode =>
  country ?? (tax ? 'DE' : isLocal ? 'AU' : 'ME')

const termsOf = ({ purpose, trial = null, amount = 1900, discount, quantity }: CheckoutWishes): PlanTerms => ({
  id: planId,
  name: purpose === 'pay' ? 'Aurora Lifetime' : 'Aurora Studio',
  type: purpose === 'pay' ? 'one-off' : 'recurring',
  interval: purpose === 'pay' ? null : { unit: 'months', count: 1 },
  price: { amount: amount * (quantity ?? 1), currency: 'EUR' },
  trial: trial && {
    interval: { unit: 'days', count: 14 },
    price: trial === 'paid' ? { amount: 100 * (quantity ?? 1), currency: 'EUR' } : null,
  },
  ...(discount && { discount: discountTermsOf(discount) }),
  ...(quantity && { quantity }),
})

const planOf = ({ id, name, type, interval, price, trial, quantity = 1 }: PlanTerms): Checkout['session']['plan'] => ({
  id,
  name,
  type,
  interval: interval?.unit ?? null,
  interval_count: interval?.count ?? null,
  amount: price.amount / quantity,
  currency: price.currency,
  quantity,
  created_at: now,
  updated_at: now,
  trial: trial && {
    amount: trial.price?.amount ?? 0,
    currency: price.currency,
    interval: trial.interval.unit,
    interval_count: trial.interval.count,
  },
})

/** The subscription's plan before the change, with the price of its present period in minor units. */
const formerOf = ({ purpose, isFreeChange, amount = 1900 }: CheckoutWishes) => {
  if (purpose !== 'change_plan') return { name: 'Aurora Studio', price: amount }
  return isFreeChange ? { name: 'Aurora Atelier', price: 6300 } : { name: 'Aurora Sketch', price: 900 }
}

const statuses = {
  change_plan: 'active',
  recover: 'past_due',
  resume: 'scheduled_for_cancellation',
  update_method: 'active',
} as const

const subscriptionOf = (wishes: CheckoutWishes): Checkout['subscription'] => {
  const { purpose = 'subscribe' } = wishes
  if (purpose === null || !(purpose in statuses)) return null
  return {
    status: statuses[purpose as keyof typeof statuses],
    plan_name: formerOf(wishes).name,
    current_period_end: periodOf(wishes).end,
    method: savedMethods[0]!,
  }
}

const periodOf = ({ purpose, at = now, periodStart }: CheckoutWishes) => {
  const start = periodStart ?? addInterval(at, 'days', purpose === 'recover' ? -32 : -15)
  return { start, end: addInterval(start, 'months', 1) }
}

const quotedOf = (wishes: CheckoutWishes): QuotedSubscription | null => {
  const status = subscriptionOf(wishes)?.status
  if (status === undefined) return null
  const { name, price } = formerOf(wishes)
  const { start, end } = periodOf(wishes)
  return {
    planName: name,
    anchor: start,
    period: { start, end, costMinor: price },
    nextBillingDate: status === 'scheduled_for_cancellation' ? null : end,
    balanceMinor: 0,
    paidTax: wishes.tax ? germanTax : null,
    earnsCredit: status !== 'past_due',
    restartCredit: null,
    inTrial: false,
    writtenOffMinor: 0,
    owed: noDebt,
  }
}

const germanTax = { rate: '0.19', behavior: 'exclusive', kind: 'vat' } as const

const quoteOf = (
  wishes: CheckoutWishes,
  terms: PlanTerms,
  isAgreed: boolean,
): Pick<Checkout, 'quote' | 'quote_display' | 'discount'> => {
  const { purpose = 'subscribe', locale = 'en', at = now, trial = null } = wishes
  const tax = wishes.tax ? germanTax : null
  const request = {
    purpose: purpose ?? 'subscribe',
    at,
    startsAt: at,
    terms,
    withTrial: trial !== null,
    tax,
    subscription: quotedOf(wishes),
    prorationBillingMode: wishes.proration ?? ('prorated_immediately' as const),
  }
  const draft = quoteCheckout(request)
  const { nextCharge, recurring, dueNow } = draft
  const write = (minor: number) =>
    moneyIn(locale, 'EUR')
      .format(minor / 100)
      .replace('-', '−')
  const written = lineIn(write)
  return {
    discount: discountOf(wishes, request, draft, write),
    quote: {
      id: 'quote',
      at,
      expires_at: new Date(Date.parse(at) + 1_800_000).toISOString(),
      lines: [...draft.lines],
      subtotal: draft.subtotal,
      tax: {
        amount: draft.tax.amount,
        ...(tax ?? { behavior: null, rate: null, kind: null }),
        breakdown: tax ? [{ name: null, rate: tax.rate, amount: draft.tax.amount }] : [],
      },
      due_now: dueNow,
      next_charge: nextCharge,
      recurring: recurring && {
        amount: recurring.amount,
        currency: recurring.currency,
        interval: recurring.interval.unit,
        interval_count: recurring.interval.count,
      },
      hash: wishes.hash ?? 'hash',
    },
    quote_display: {
      lines: draft.lines.map(written),
      due_now: {
        ...dueNow,
        currency_decimals: 2,
        currency_position: symbolPositionIn(locale),
        currency_symbol: '€',
        formatted_amount: write(dueNow.amount),
      },
      // A receipt states amounts only in the charged currency.
      due_now_local: isAgreed ? null : writeLocal(locale, countryOf(wishes), dueNow.amount),
      next_charge: nextCharge && { formatted_amount: write(nextCharge.amount), date: dayIn(locale, nextCharge.at) },
      later_charges: laterCharges(request, draft).map(({ amount, at: date, lines }) => ({
        amount,
        formatted_amount: write(amount),
        date: dayIn(locale, date),
        lines: lines.map(written),
      })),
      recurring: recurring && { formatted_amount: write(recurring.amount) },
      trial_end: trial !== null && nextCharge ? dayIn(locale, nextCharge.at) : null,
      tax: tax && {
        formatted_amount: write(draft.tax.amount),
        parts: [],
        rate: new Intl.NumberFormat(locale, { style: 'percent' }).format(0.19),
      },
    },
  }
}

const aCustomerId = 'cus_01890a5d-ac96-774b-bcce-b302099a8057'
