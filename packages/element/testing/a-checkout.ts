import type { Checkout, CurrencyDetails, Payment } from '@billing-checkout/contract'

/** What a test wants to be different about a checkout. */
export interface CheckoutWishes {
  readonly sessionId?: string
  readonly purpose?: Checkout['purpose']
  readonly phase?: Checkout['phase']
  readonly locale?: string
  readonly trial?: 'free' | 'paid' | null
  readonly isLocal?: boolean
  readonly hasSavedMethods?: boolean
  /** Whether the merchant has said who the shopper is. */
  readonly isKnown?: boolean
  readonly tax?: boolean
  /** Whether what is left of the former plan pays for the new one, and more. */
  readonly isFreeChange?: boolean
  readonly checkbox?: boolean
  readonly obligation?: boolean
  readonly mode?: Checkout['mode']
  readonly hash?: string
  readonly amount?: number
  /** Milliseconds from now; by default a day. */
  readonly expiresIn?: number
  readonly payment?: Payment | null
  /** What is asked of the shopper's place. */
  readonly asks?: Checkout['consent']['address_fields']
  /** Kinds of payment method; by default cards only. */
  readonly kinds?: Checkout['method_kinds']
}

/** A session id for tests. */
export const aSessionId = '2f0c1d3e-5b6a-4c7d-8e9f-0a1b2c3d4e5f'

const now = '2026-11-21T09:00:00.000Z'
const later = '2026-12-05T09:00:00.000Z'

/** A checkout as the server would answer it, written for its locale; recurring, without a trial, by default. */
export const aCheckout = (wishes: CheckoutWishes = {}): Checkout => {
  const { purpose = 'subscribe', locale = 'en', trial = null, tax = false, amount = 1900 } = wishes
  const write = (minor: number, currency = 'EUR') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency })
      .format(minor / 100)
      // As the server does, or the sign would come loose in text from the right.
      .replace(/(?<=\u200f.*)[A-Z]+\$/, '$&\u200e')
  const day = (at: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))
  const isFree = trial === 'free' || purpose === 'resume' || purpose === 'update_method'
  const net = isFree ? 0 : trial === 'paid' ? 100 : amount
  const kept = purpose === 'change_plan' && wishes.isFreeChange ? 1250 : 0
  const taxAmount = tax ? Math.round(net * 0.19) : 0
  const credit = purpose === 'change_plan' ? (wishes.isFreeChange ? -net : -450) : 0
  const due = net + credit + taxAmount
  const isOnce = purpose === 'pay'
  const next = isOnce ? null : { amount: amount - kept, currency: 'EUR' as const, at: later }
  const lineKind = trial === null ? 'plan' : 'trial'
  const lines = [
    {
      kind: purpose === 'update_method' ? ('verification' as const) : (lineKind as 'plan'),
      label: 'Aurora Studio',
      amount: net,
    },
    ...(credit < 0 ? [{ kind: 'credit' as const, label: 'Credit', amount: credit - kept }] : []),
    ...(kept > 0 ? [{ kind: 'kept' as const, label: 'Credit', amount: kept }] : []),
    ...(tax ? [{ kind: 'tax' as const, label: 'VAT', amount: taxAmount }] : []),
  ]
  return {
    session: {
      id: wishes.sessionId ?? aSessionId,
      expiry_date: new Date(Date.parse(now) + (wishes.expiresIn ?? 86_400_000)).toISOString(),
      customer: { email: 'a***@example.com', external_id: null, id: wishes.isKnown ? aCustomerId : null, metadata: {} },
      payment: { metadata: {} },
      plan: {
        id: 'price_01890a5d-ac96-774b-bcce-b302099a8057',
        name: isOnce ? 'Aurora Lifetime' : 'Aurora Studio',
        type: isOnce ? 'one-off' : 'recurring',
        interval: isOnce ? null : 'months',
        interval_count: isOnce ? null : 1,
        amount,
        currency: 'EUR',
        created_at: now,
        updated_at: now,
        trial: trial === null ? null : { amount: net, currency: 'EUR', interval: 'days', interval_count: 14 },
      },
      subscription: purpose === 'subscribe' || isOnce ? null : aSubscriptionLink,
      currency_details: null as CurrencyDetails | null,
    },
    client_token: wishes.phase === 'expired' || wishes.phase === 'completed' ? null : 'token',
    purpose,
    missing: purpose === null ? ['plan'] : [],
    phase: wishes.phase ?? 'open',
    payment: wishes.payment ?? null,
    quote: {
      id: 'quote',
      at: now,
      expires_at: now,
      lines,
      subtotal: net + credit,
      tax: { amount: taxAmount, behavior: tax ? 'exclusive' : null, rate: tax ? '0.19' : null },
      due_now: { amount: due, currency: 'EUR' },
      next_charge: next,
      recurring: isOnce ? null : { amount, currency: 'EUR', interval: 'months', interval_count: 1 },
      hash: wishes.hash ?? 'hash',
    },
    quote_display: {
      lines: lines.map((line) => ({ kind: line.kind, label: line.label, formatted_amount: write(line.amount) })),
      due_now: {
        amount: due,
        currency: 'EUR',
        currency_decimals: 2,
        currency_position: 'left',
        currency_symbol: '€',
        formatted_amount: write(due),
      },
      due_now_local: wishes.isLocal ? write(Math.round(due * 1.36), 'AUD') : null,
      next_charge: next && { formatted_amount: write(next.amount), date: day(later) },
      later_charges: next
        ? [{ amount: next.amount, formatted_amount: write(next.amount), date: day(later), lines: [] }]
        : [],
      recurring: isOnce ? null : { formatted_amount: write(amount) },
      trial_end: trial === null ? null : day(later),
      tax: tax
        ? { formatted_amount: write(taxAmount), rate: new Intl.NumberFormat(locale, { style: 'percent' }).format(0.19) }
        : null,
    },
    subscription: purpose === 'subscribe' || isOnce || purpose === null ? null : aSubscriptionOf(purpose),
    payment_methods: wishes.hasSavedMethods ? savedMethods : [],
    method_kinds: wishes.kinds ?? ['CARD'],
    merchant: {
      name: 'Northern Light',
      terms_url: 'https://example.com/terms',
      privacy_url: 'https://example.com/privacy',
      support_email: 'help@example.com',
      cancel_url: null,
    },
    consent: {
      country: 'DE',
      checkbox_required: wishes.checkbox ?? false,
      obligation_button: wishes.obligation ?? false,
      address_fields: wishes.asks ?? [],
      version: '1',
    },
    tax_address: null,
    locale,
    mode: wishes.mode ?? 'sandbox',
    now: { wall: now, billing: now },
  }
}

const aCustomerId = 'cus_01890a5d-ac96-774b-bcce-b302099a8057'

const aSubscriptionLink = {
  id: 'sub_01890a5d-ac96-774b-bcce-b302099a8057' as const,
  metadata: {},
  proration_billing_mode: null,
}

const aSubscriptionOf = (purpose: Checkout['purpose']): Checkout['subscription'] => ({
  status: purpose === 'recover' ? 'past_due' : purpose === 'resume' ? 'scheduled_for_cancellation' : 'active',
  plan_name: 'Aurora Studio',
  current_period_end: later,
  method: null,
})

const savedMethods: Checkout['payment_methods'] = [
  { id: 'pm_1', type: 'CARD', brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2029, label: null },
  { id: 'pm_2', type: 'CARD', brand: 'mastercard', last4: '4444', exp_month: 2, exp_year: 2025, label: null },
]
