import { z } from 'zod'
import { intervalUnits, planTypes } from '../vocabulary/plan-terms.ts'
import { amount, countryCode, currencyCode, idOf, timestamp } from './fields.ts'

/** An amount in minor units and its currency (interface 2.5). */
export const money = z.strictObject({ amount, currency: currencyCode }).meta({ id: 'Money' })

/** An amount in minor units and its currency (interface 2.5). */
export type Money = z.infer<typeof money>

/** A price with its per-country exceptions (interface 2.5). */
export const planPricing = z
  .strictObject({
    default: money,
    countries: z.array(z.strictObject({ countries: z.array(countryCode).min(1), price: money })),
  })
  .meta({ id: 'PlanPricing' })

/** A price with its per-country exceptions (interface 2.5). */
export type PlanPricing = z.infer<typeof planPricing>

/** Whether tax is collected: `null` follows the organization's default (decisions 8). */
export const planTax = z.strictObject({ collect_tax: z.boolean().nullable() })

const terms = {
  id: idOf('price'),
  name: z.string(),
  type: z.enum(planTypes),
  interval: z.enum(intervalUnits).nullable(),
  interval_count: z.int().nullable(),
  tax: planTax,
  trial_interval: z.enum(intervalUnits).nullable(),
  trial_interval_count: z.int().nullable(),
}

/** A plan as its own resource (interface 2.5), with `archived_at` added (decisions 1). */
export const plan = z
  .strictObject({
    ...terms,
    price: planPricing,
    trial_price: planPricing.nullable(),
    updated_at: timestamp,
    archived_at: timestamp.nullable(),
  })
  .meta({ id: 'Plan' })

/** A plan (interface 2.5). */
export type Plan = z.infer<typeof plan>

/** A plan inside a subscription: the one price this subscription pays (interface 2.5). */
export const subscriptionPlan = z
  .strictObject({ ...terms, price: money, trial_price: money.nullable() })
  .meta({ id: 'SubscriptionPlan' })

/** A plan inside a subscription (interface 2.5). */
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>
