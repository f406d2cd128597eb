import { z } from 'zod'
import { idOf, nullableText, nullableTimestamp } from './fields.ts'

/** The reasons why a customer may use a plan. */
const accessReasons = ['trial', 'active', 'past_due', 'scheduled_for_cancellation', 'purchased'] as const

const grantedPlan = z
  .strictObject({
    id: idOf('price').describe('Identifier of the plan.'),
    name: z.string().describe('Name of the plan.'),
    group: nullableText.describe('The product that the plan is an alternative of; null without one.'),
  })
  .describe('The plan that the customer may use.')

/** One plan that a customer may use now. */
export const access = z
  .strictObject({
    plan: grantedPlan,
    reason: z
      .enum(accessReasons)
      .describe(
        'The status of the subscription that gives access; `purchased`: a one-off purchase that was paid, and of which some money is left after refunds and disputes. A `past_due` subscription gives access while its charge is tried again.',
      ),
    until: nullableTimestamp.describe(
      'Access lasts at least until then unless the subscription is cancelled at once; ask again afterwards. `trial`, `active`, `scheduled_for_cancellation`: the end of the period. `past_due`: the next try. Null: no end is planned.',
    ),
    subscription_id: idOf('sub').nullable().describe('The subscription that gives access; null for a purchase.'),
    payment_id: idOf('pay').nullable().describe('The latest payment of a purchase; null for a subscription.'),
  })
  .meta({ id: 'Access', description: 'One plan that a customer may use now, until when, and why.' })

/** Everything that a customer may use now. */
export const accessList = z
  .strictObject({ data: z.array(access).describe('One entry for each subscription and each purchased plan.') })
  .meta({ id: 'AccessList', description: 'Everything that a customer may use now; `[]` if there is nothing.' })

/** One plan that a customer may use now. */
export type Access = z.infer<typeof access>
