import { cardFundings, countryCodes, currencyCodes } from '@billing-checkout/contract'
import type { RiskRule } from '@billing-checkout/domain'
import { z } from 'zod'

/** A condition that matches the listed items, or all items except those in `not`. */
const listOrExcept = <Item extends z.ZodType>(item: Item) => {
  const list = z.array(item).min(1).max(300)
  return z.union([list, z.strictObject({ not: list })]).optional()
}
const minorUnits = z.int().min(0).max(1_000_000_000_000)
const range = z.strictObject({ from: minorUnits.optional(), to: minorUnits.optional() })
const isRange = ({ from, to }: z.output<typeof range>): boolean =>
  (from !== undefined || to !== undefined) && (from ?? 0) <= (to ?? Infinity)
const rangeRule = 'must have from or to, and from must not be above to'

const velocity = z.strictObject({
  per: z.enum(['customer', 'card', 'address']),
  count: z.enum(['attempts', 'declines', 'amount_usd']),
  at_most: minorUnits,
  within_seconds: z
    .int()
    .min(1)
    .max(30 * 86_400),
})

const conditions = z
  .strictObject({
    countries: listOrExcept(z.enum(countryCodes)),
    card_countries: listOrExcept(z.enum(countryCodes)),
    currencies: listOrExcept(z.enum(currencyCodes)),
    amount: range
      .extend({ currency: z.enum(currencyCodes) })
      .refine(isRange, rangeRule)
      .optional(),
    amount_usd: range.refine(isRange, rangeRule).optional(),
    brands: listOrExcept(
      z.string().regex(/^[a-z][a-z-]{1,49}$/, 'must be a brand in small letters, such as american-express'),
    ),
    // An unknown funding matches no condition, so a rule cannot list it.
    fundings: listOrExcept(z.enum(cardFundings).exclude(['unknown'])),
    // At most six digits, because a card is stored with only its first six.
    bins: listOrExcept(z.string().regex(/^\d{1,6}$/, 'must be one to six leading digits')),
    velocity: velocity.optional(),
  })
  .refine((when) => Object.keys(when).length > 0, 'must have a condition: a rule without one would block every payment')

const rule = z
  .strictObject({
    name: z.string().min(1).max(100),
    when: conditions,
    /**
     * Whether the rule also applies to renewals and other charges without the shopper. If it blocks a renewal, an active subscription is
     * cancelled.
     */
    applies_to_renewals: z.boolean().default(false),
  })
  .refine(
    ({ when, applies_to_renewals }) => !(applies_to_renewals && when.velocity !== undefined),
    'cannot count velocity at renewals: a paying customer would be blocked for paying often',
  )

/** The rules by which an organization blocks payments, evaluated in order. */
export const riskRules = z
  .array(rule)
  .max(100)
  .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'must each have a unique name')
  .default([])

/** The rules in the form in which the domain evaluates them. */
export const riskRulesOf = (settings: z.output<typeof riskRules>): readonly RiskRule[] =>
  settings.map(({ name, applies_to_renewals: appliesToRenewals, when }) => {
    const { card_countries: cardCountries, amount_usd: amountUsd, velocity, ...others } = when
    const counted = velocity && {
      per: velocity.per,
      count: velocity.count,
      atMost: velocity.at_most,
      withinSeconds: velocity.within_seconds,
    }
    return { name, appliesToRenewals, when: { ...others, cardCountries, amountUsd, velocity: counted } }
  })
