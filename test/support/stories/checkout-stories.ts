import { prorationBillingModes } from '@billing-checkout/contract'
import { aMonthlyPlan } from './shopper.ts'

/** Countries for a customer, by how sales there are taxed. */
export const places = { untaxed: 'AU', 'tax inside': 'FR', 'tax on top': 'DE' } as const
const balances = { 'no balance': 0, credit: 2100, 'a surcharge': -700 } as const
const prices = { dearer: 4900, cheaper: 1900 } as const

/**
 * The price to which the story changes: if there is credit, the cheaper one, so that some credit remains; otherwise the more expensive one.
 */
const priceWith = (balance: number): keyof typeof prices => (balance > 0 ? 'cheaper' : 'dearer')

/** One checkout: the state before it, and what it sells. */
export interface CheckoutStory {
  readonly title: string
  readonly place: keyof typeof places
  readonly balance: number
  /** The subscription that exists before the checkout. The next try to charge an `owed` subscription succeeds. */
  readonly before: 'none' | 'active' | 'past due' | 'owed' | 'ending'
  readonly mode?: (typeof prorationBillingModes)[number]
  /** The plan that is sold; absent for a session about the subscription alone. */
  readonly plan?: object
}

const monthly = (amount: number, more: object = {}): object =>
  aMonthlyPlan({ name: 'Library', price: { default: { amount, currency: 'EUR' }, countries: [] }, ...more })

/** Checkouts of every purpose, with every proration mode, kind of tax and balance, although not in all combinations. */
export const checkoutStories: readonly CheckoutStory[] = Object.keys(places).flatMap((key) => {
  const place = key as keyof typeof places
  const withBalances = Object.entries(balances).flatMap(([kept, balance]): readonly CheckoutStory[] => {
    const given = { place, balance }
    const changes = prorationBillingModes.map((mode): CheckoutStory => {
      const price = priceWith(balance)
      const title = `a change to a ${price} plan by ${mode}, ${place}, with ${kept}`
      return { ...given, title, before: 'active', mode, plan: monthly(prices[price]) }
    })
    return [
      ...changes,
      { ...given, title: `a recovery, ${place}, with ${kept}`, before: 'past due' },
      { ...given, title: `a resumption, ${place}, with ${kept}`, before: 'ending' },
      { ...given, title: `another card, ${place}, with ${kept}`, before: 'active' },
    ]
  })
  const owed = ([kept, balance]: readonly [string, number]): CheckoutStory => {
    const title = `a change of what is owed for, ${place}, with ${kept}`
    return { title, place, balance, before: 'owed', mode: 'prorated_next_billing_period', plan: monthly(1900) }
  }
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
    ...Object.entries(balances).map(owed),
    buys('a purchase', monthly(2590, once)),
    buys('a subscription', monthly(2590)),
    buys('a free trial', monthly(2590, trial)),
    buys('a paid trial', monthly(2590, { ...trial, ...paid })),
  ]
})
