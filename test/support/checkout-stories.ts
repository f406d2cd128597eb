import { prorationBillingModes } from '@billing-checkout/contract'
import { aMonthlyPlan } from './shopper.ts'

/** Where a customer lives says how they are taxed. */
export const places = { untaxed: 'AU', 'tax inside': 'FR', 'tax on top': 'DE' } as const
const balances = { 'no balance': 0, credit: 2300, 'a surcharge': -700 } as const
const prices = { dearer: 4900, cheaper: 1900 } as const

/** Those that differ by whether credit is left, of the modes that quote by it; of the others one price each is enough. */
const pricesOf: Readonly<Record<(typeof prorationBillingModes)[number], readonly (keyof typeof prices)[]>> = {
  prorated_immediately: ['dearer', 'cheaper'],
  full_immediately: ['dearer'],
  prorated_next_billing_period: ['dearer', 'cheaper'],
  full_next_billing_period: ['dearer'],
  do_not_bill: ['cheaper'],
}

/** One checkout, from what is there before it to what it sells. */
export interface CheckoutStory {
  readonly title: string
  readonly place: keyof typeof places
  readonly balance: number
  /** The subscription that is there before, if there is one. */
  readonly before: 'none' | 'active' | 'past due' | 'ending'
  readonly mode?: (typeof prorationBillingModes)[number]
  /** What is sold; without one the session is about the subscription alone. */
  readonly plan?: object
}

const monthly = (amount: number, more: object = {}): object =>
  aMonthlyPlan({ name: 'Library', price: { default: { amount, currency: 'EUR' }, countries: [] }, ...more })

/** Every purpose, mode of proration, way of taxing and balance that a checkout can have, with one another. */
export const checkoutStories: readonly CheckoutStory[] = Object.keys(places).flatMap((key) => {
  const place = key as keyof typeof places
  const withBalances = Object.entries(balances).flatMap(([kept, balance]): readonly CheckoutStory[] => {
    const given = { place, balance }
    const changes = prorationBillingModes.flatMap((mode) =>
      pricesOf[mode].map((price): CheckoutStory => {
        const title = `a change to a ${price} plan by ${mode}, ${place}, with ${kept}`
        return { ...given, title, before: 'active', mode, plan: monthly(prices[price]) }
      }),
    )
    return [
      ...changes,
      { ...given, title: `a recovery, ${place}, with ${kept}`, before: 'past due' },
      { ...given, title: `a resumption, ${place}, with ${kept}`, before: 'ending' },
      { ...given, title: `another card, ${place}, with ${kept}`, before: 'active' },
    ]
  })
  const buys = (what: string, plan: object): CheckoutStory => ({
    title: `${what}, ${place}`,
    place,
    balance: 0,
    before: 'none',
    plan,
  })
  const once = { type: 'one-off', interval: undefined, interval_count: undefined }
  const trial = { trial_interval: 'days', trial_interval_count: 14 }
  const paid = { trial_price: { default: { amount: 250, currency: 'EUR' }, countries: [] } }
  return [
    ...withBalances,
    buys('a purchase', monthly(2590, once)),
    buys('a subscription', monthly(2590)),
    buys('a free trial', monthly(2590, trial)),
    buys('a paid trial', monthly(2590, { ...trial, ...paid })),
  ]
})
