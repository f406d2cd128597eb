import { cardFundings, countryCodes, currencyCodes } from '@billing-checkout/contract'
import type { RiskRule } from '@billing-checkout/domain'
import { z } from 'zod'

const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(300)
const minorUnits = z.int().min(0).max(1_000_000_000_000)
const range = z.strictObject({ from: minorUnits.optional(), to: minorUnits.optional() })

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
    countries: some(z.enum(countryCodes)).optional(),
    card_countries: some(z.enum(countryCodes)).optional(),
    currencies: some(z.enum(currencyCodes)).optional(),
    amount: range.extend({ currency: z.enum(currencyCodes) }).optional(),
    amount_usd: range.optional(),
    brands: some(z.string().min(1).max(50)).optional(),
    fundings: some(z.enum(cardFundings)).optional(),
    bins: some(z.string().regex(/^\d{1,8}$/, 'must be 1 to 8 leading digits')).optional(),
    velocity: velocity.optional(),
  })
  .refine((when) => Object.keys(when).length > 0, 'must have a condition: a rule without one would block every payment')

const rule = z
  .strictObject({
    name: z.string().min(1).max(100),
    when: conditions,
    /** Whether it is asked at renewals and other charges without the shopper too; a renewal it blocks ends the subscription. */
    applies_to_renewals: z.boolean().default(false),
  })
  .refine(
    ({ when, applies_to_renewals }) => !(applies_to_renewals && when.velocity !== undefined),
    'cannot count velocity at renewals: a paying customer would be blocked for paying often',
  )

/** The rules by which an organization blocks payments, asked in their order (decisions 14). */
export const riskRules = z
  .array(rule)
  .max(100)
  .refine((rules) => new Set(rules.map(({ name }) => name)).size === rules.length, 'must have a name of its own each')
  .default([])

/** The rules as the domain asks them. */
export const riskRulesOf = (settings: z.output<typeof riskRules>): readonly RiskRule[] =>
  settings.map(({ name, applies_to_renewals: appliesToRenewals, when }) => ({
    name,
    appliesToRenewals,
    when: {
      countries: when.countries,
      cardCountries: when.card_countries,
      currencies: when.currencies,
      amount: when.amount,
      amountUsd: when.amount_usd,
      brands: when.brands,
      fundings: when.fundings,
      bins: when.bins,
      velocity: when.velocity && {
        per: when.velocity.per,
        count: when.velocity.count,
        atMost: when.velocity.at_most,
        withinSeconds: when.velocity.within_seconds,
      },
    },
  }))
