import { z } from 'zod'
import { amountMax } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { plan, planGroup, planPricing, planQuantity, planTax } from '../resources/plan.ts'
import { filledText } from '../resources/text.ts'
import { intervalUnits, planTypes } from '../vocabulary/plan-terms.ts'
import { filtersByCreatedAt, listQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'

const intervalCount = z.int().min(1).max(1000)

/** Whether a price of the plan, multiplied by the largest quantity, exceeds the largest amount that can be charged. */
const exceedsAmountMax = ({ price, trial_price: trialPrice, quantity }: Priced): boolean =>
  [price, trialPrice].some(
    (pricing) =>
      pricing != null &&
      [pricing.default, ...pricing.countries.map((exception) => exception.price)].some(
        ({ amount }) => amount * (quantity?.max ?? 1) > amountMax,
      ),
  )

interface Priced {
  readonly price: z.infer<typeof planPricing>
  readonly trial_price?: z.infer<typeof planPricing> | null | undefined
  readonly quantity?: { readonly max: number } | null | undefined
}

const body = z
  .strictObject({
    name: filledText(200).describe('Name that shoppers see.'),
    type: z.enum(planTypes).describe('`recurring`: charged at every interval. `one-off`: charged once.'),
    interval: z.enum(intervalUnits).nullish().describe('Unit of the billing interval; a recurring plan needs it.'),
    interval_count: intervalCount.nullish().describe('How many units make one interval, 1 to 1000. Default 1.'),
    price: planPricing.describe('What every interval costs, or a one-off plan once. It never changes.'),
    group: planGroup
      .nullish()
      .describe('Plans with the same group are alternatives of one product; absent: it is a product of its own.'),
    quantity: planQuantity
      .nullish()
      .describe(
        'In which quantities it is sold, such as seats: n units cost n times the price and the trial price; absent: one at a time. It never changes.',
      ),
    tax: planTax.partial().nullish().describe('Tax of the plan; absent: as your organization’s settings say.'),
    trial_interval: z.enum(intervalUnits).nullish().describe('Unit of the trial’s length; absent: no trial.'),
    trial_interval_count: intervalCount.nullish().describe('How many units the trial lasts, 1 to 1000. Default 1.'),
    trial_price: planPricing
      .nullish()
      .describe('What the trial costs, charged when it begins; absent: the trial is free.'),
  })
  .superRefine((plan, context) => {
    for (const [path, message] of issuesOfTerms(plan))
      context.addIssue({ code: 'custom', path: [path], message, input: plan })
  })

type Terms = Pick<
  z.infer<typeof body>,
  | 'type'
  | 'group'
  | 'price'
  | 'quantity'
  | 'interval'
  | 'interval_count'
  | 'trial_interval'
  | 'trial_interval_count'
  | 'trial_price'
>

function issuesOfTerms(plan: Terms): [path: string, message: string][] {
  const oneOff = plan.type === 'one-off'
  const hasTrial = plan.trial_interval != null
  const rules: [path: keyof Terms, broken: boolean, message: string][] = [
    ['group', oneOff && plan.group != null, 'must be absent for a one-off plan'],
    ['quantity', exceedsAmountMax(plan), `max times the price must be at most ${amountMax} in minor units`],
    ['interval', !oneOff && plan.interval == null, 'is required for a recurring plan'],
    ['interval', oneOff && plan.interval != null, 'must be absent for a one-off plan'],
    ['interval_count', oneOff && plan.interval_count != null, 'must be absent for a one-off plan'],
    ['trial_interval', oneOff && hasTrial, 'must be absent for a one-off plan'],
    ['trial_interval', !hasTrial && plan.trial_interval_count != null, 'is required with trial_interval_count'],
    ['trial_interval', !hasTrial && plan.trial_price != null, 'is required with trial_price'],
  ]
  return rules.filter(([, broken]) => broken).map(([path, , message]) => [path, message])
}

/** Creates a plan. Its prices never change afterwards, so subscribers keep their prices. */
export const createPlan = operation({
  method: 'POST',
  path: '/plans',
  summary: 'Create a plan',
  description: [
    'Creates a plan: something to sell, with its price, recurring or one-off.',
    'Prices are in minor units and never change afterwards; for another price create another plan and archive this one, and subscribers keep what they pay. A price may differ by country, also in its currency; each country may be listed once, and its price and trial price must be in one currency. A recurring plan needs an `interval`; a one-off plan has neither interval nor trial. Without `trial_price` the trial is free.',
    'Plans of one `group` are alternatives of one product: a customer has one live subscription of a group, unless `several_subscriptions` is on, and one trial. One-off plans have no group.',
    'A price must be 0 or at least the smallest amount that your processor charges, about half a US dollar if it publishes none; otherwise it is refused with `amount_below_minimum`. A price that none of your processors can charge, because they charge its currency in steps, is refused with `amount_not_representable`. With `quantity`, the smallest amount holds for `min` units, and what can be charged at most for `max`. Creating a plan charges no customer.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  body,
  answer: plan,
  problems: ['amount_below_minimum', 'amount_not_representable'],
})

/** Returns one plan, archived or not. */
export const findPlan = operation({
  method: 'GET',
  path: '/plans/{id}',
  summary: 'Find a plan',
  description: ['Answers one plan, archived or not. It changes nothing.'],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'read' },
  params: idParam,
  answer: plan,
  problems: ['not_found'],
})

/** Lists plans. Archived plans are listed only on request. */
export const findPlans = operation({
  method: 'GET',
  path: '/plans',
  summary: 'Find plans',
  description: [
    'Lists plans, latest first; archived ones only with `include=archived`.',
    '`search` looks into id and name. `total` is exact for the snapshot.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'read' },
  query: z.strictObject({
    ...listQuery(['created_at', 'updated_at', 'name']),
    ...filtersByCreatedAt,
    include: z.enum(['archived']).optional().describe('`archived`: archived plans, too. Absent: only those for sale.'),
  }),
  answer: listOf(plan),
})

/**
 * Members that never change. If a request contains such a member, the error states what to do instead, and not that the member is unknown.
 */
const fixedMembers = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      z
        .undefined({
          error:
            'never changes: create a plan with the new price, archive this one, and switch subscribers by updateSubscription',
        })
        .optional()
        .meta({ description: 'Never changes. Create another plan instead, and archive this one.' }),
    ]),
  ) as { readonly [Name in Names[number]]: z.ZodOptional<z.ZodUndefined> }

/** Renames a plan, archives or unarchives it, or changes its group (plans that are alternatives of each other). */
export const updatePlan = operation({
  method: 'PATCH',
  path: '/plans/{id}',
  summary: 'Update a plan',
  description: [
    'Renames a plan, archives it or brings it back, or puts it into a group of plans that are alternatives of one product. A group changes what is sold from then on, and no subscription; a trial counts for the group that its plan has now or had when the trial began.',
    'An archived plan is no longer for sale: new sessions and payments that name it are refused with `plan_archived`. Its subscriptions continue, and sessions that were opened before stay payable. Prices never change.',
  ],
  callers: ['merchant'],
  scope: { resource: 'plans', access: 'write' },
  params: idParam,
  body: z.strictObject({
    name: filledText(200).optional().describe('Name that shoppers see from now on.'),
    group: planGroup
      .nullish()
      .describe(
        'The product that the plan is an alternative of; null: it is a product of its own. Subscriptions stay as they are.',
      ),
    archived: z.boolean().optional().describe('true: the plan is no longer for sale. false: it is for sale again.'),
    ...fixedMembers('price', 'trial_price'),
  }),
  answer: plan,
  problems: ['not_found'],
})
