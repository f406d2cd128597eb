import { z } from 'zod'
import { intervalUnits, planTypes } from '../vocabulary/plan-terms.ts'
import { amount, countryCode, currencyCode, idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'
import { filledText } from './text.ts'

/** An amount in minor units and its currency. */
export const money = z
  .strictObject({
    amount: amount.describe('Minor units of the currency: `999` is 9.99 EUR, or 999 JPY.'),
    currency: currencyCode.describe('Code of the currency.'),
  })
  .meta({ id: 'Money', description: 'An amount in minor units and its currency.' })

/** An amount in minor units and its currency. */
export type Money = z.infer<typeof money>

const countryPrice = z
  .strictObject({
    countries: z.array(countryCode).min(1).describe('Countries that this price holds for.'),
    price: money.describe('Price in these countries; the currency may be another one than elsewhere.'),
  })
  .describe('A price for some countries.')

/** A default price, and the prices of individual countries. */
export const planPricing = z
  .strictObject({
    default: money.describe('Price wherever no country’s own price applies.'),
    countries: z
      .array(countryPrice)
      .describe('Prices of single countries; each country at most once. `[]` if the default applies everywhere.'),
  })
  .meta({
    id: 'PlanPricing',
    description: 'A price and its exceptions by country. The customer’s country, as your backend gave it, decides.',
  })

/** A default price, and the prices of individual countries. */
export type PlanPricing = z.infer<typeof planPricing>

/** Whether a plan collects tax; null: the organization's default applies. */
export const planTax = z
  .strictObject({
    collect_tax: z
      .boolean()
      .nullable()
      .describe(
        'Whether tax is collected where your organization is registered for it; null: as your organization’s settings say.',
      ),
  })
  .describe('Tax of the plan.')

const terms = {
  id: idOf('price').describe('Identifier of the plan.'),
  name: z.string().describe('Name that shoppers see.'),
  type: z.enum(planTypes).describe('`recurring`: charged at every interval. `one-off`: charged once.'),
  interval: z.enum(intervalUnits).nullable().describe('Unit of the billing interval; null for a one-off plan.'),
  interval_count: z
    .int()
    .nullable()
    .describe('How many units make one billing interval: `3` and `months` is a quarter; null for a one-off plan.'),
  tax: planTax.describe('Tax of the plan.'),
  trial_interval: z.enum(intervalUnits).nullable().describe('Unit of the trial’s length; null without a trial.'),
  trial_interval_count: z.int().nullable().describe('How many units the trial lasts; null without a trial.'),
}

/** A quantity of a plan in a request. */
export const quantity = z.int().min(1).max(100_000)

/** The description of `quantity` in requests that cannot change a subscription. */
export const quantityDescription = 'How many units of the plan, within its `quantity`. Default: the smallest.'

/** The description of `quantity` in requests that may change a subscription. */
export const quantityDescriptionForChanges =
  'How many units of the plan, within its `quantity`. Default: that of the subscription that changes, raised to the plan’s smallest or lowered to its largest; for a purchase the smallest. Another quantity of the same plan is a change of plan.'

/** The quantities in which a plan is sold. */
export const planQuantity = z
  .strictObject({
    min: quantity.describe('The smallest quantity, 1 to 100000.'),
    max: quantity.describe('The largest quantity, `min` to 100000.'),
  })
  .refine(({ min, max }) => min <= max, { error: 'must be at least min', path: ['max'] })

/** The name of a group of plans in a request. */
export const planGroup = filledText(100)

/** A plan as its own resource. */
export const plan = z
  .strictObject({
    ...terms,
    price: planPricing.describe('What every interval costs, or a one-off plan once. It never changes.'),
    trial_price: planPricing
      .nullable()
      .describe('What the trial costs, charged when it begins; null without a trial, or where the trial is free.'),
    quantity: planQuantity
      .nullable()
      .describe(
        'In which quantities it is sold: n units cost n times the price and the trial price. Null: one at a time.',
      ),
    updated_at: timestamp.describe('When the plan was created, renamed or archived last, by the billing clock.'),
    group: nullableText.describe(
      'Name of the product of which the plans with the same group are alternatives, such as monthly and yearly; null: the plan is a product of its own.',
    ),
    archived_at: nullableTimestamp.describe('Since when the plan is no longer for sale; null while it is for sale.'),
  })
  .meta({
    id: 'Plan',
    description:
      'What you sell: a price, recurring or one-off, with an optional trial. Its identifier begins with `price_`.',
  })

/** A plan as its own resource. */
export type Plan = z.infer<typeof plan>

/** A plan inside a subscription, with the price that the subscription pays. */
export const subscriptionPlan = z
  .strictObject({
    ...terms,
    price: money.describe(
      'Price of one unit that this subscription pays at every interval, before tax that is added to it.',
    ),
    trial_price: money
      .nullable()
      .describe('What its trial cost, for one unit; null if it had none, or had it for free.'),
  })
  .meta({
    id: 'SubscriptionPlan',
    description: 'A plan inside a subscription, with the one price that this subscription pays.',
  })

/** A plan inside a subscription. */
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>
