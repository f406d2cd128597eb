import { z } from 'zod'
import { changePreview } from '../../resources/change-preview.ts'
import { idInput, timestampInput } from '../../resources/fields.ts'
import { prorationBillingModes } from '../../vocabulary/plan-terms.ts'
import { quantityDescriptionForChanges, quantity } from '../../resources/plan.ts'
import { operation } from '../parts/operation.ts'

/** Returns what a plan change or a new next billing date would charge, now and later, with the calculation. Changes nothing. */
export const previewSubscription = operation({
  method: 'POST',
  path: '/subscriptions/preview',
  summary: 'Preview a plan change or another next billing date',
  description: [
    'Says what a change of plan would charge now, at the next date and at every interval after it, and explains the calculation step by step. It changes and stores nothing, so a key that may only read subscriptions may ask.',
    'With `subscription.next_billing_date` instead of a plan it says what is charged at that date: see `updateSubscription`, which moves it.',
    'It is the same calculation that a session and a payment make. Send `quote.hash` as `expected.quote` of `createPayment` within half an hour to charge exactly this, or be refused with `amount_changed`.',
    `| \`proration_billing_mode\` | Charged now | Next date |
| --- | --- | --- |
| \`prorated_immediately\`, the default | the new price less credit for unused time | an interval from now |
| \`full_immediately\` | the new price | an interval from now |
| \`prorated_next_billing_period\` | nothing | as before; the rest of the running period is charged then at the new price |
| \`full_next_billing_period\` and \`do_not_bill\` | nothing | as before, at the new price |
| \`at_period_end\` | nothing | as before, at the new price |`,
    '`at_period_end` switches the plan when the current period or trial ends, and is possible in `trial` and `active`: see `updateSubscription`. Every other mode switches it at once: the subscriber has the new plan from the change on, and the mode only says what is charged when.',
    'Credit beyond the new price stays on the subscription for later charges; it is never paid out. The surcharge of `prorated_next_billing_period` is collected with the next charge of any kind. If the subscription is cancelled before that, it is not collected, unless the subscription is started again. If that matters, use `prorated_immediately`.',
  ],
  callers: ['merchant', 'portal'],
  scope: { resource: 'subscriptions', access: 'read' },
  body: z
    .strictObject({
      subscription: z
        .strictObject({
          id: idInput.describe('Identifier of the subscription.'),
          proration_billing_mode: z
            .enum(prorationBillingModes)
            .optional()
            .describe(
              'How the change would be billed. `at_period_end` switches the plan when the current period ends, every other mode at once. Default `prorated_immediately`.',
            ),
          next_billing_date: timestampInput
            .optional()
            .describe('When the running period or trial would end: later than now, within 400 days.'),
        })
        .describe('The subscription that would change.'),
      plan: z
        .strictObject({
          id: idInput.describe('Identifier of a recurring plan; the subscription’s own for another quantity of it.'),
          quantity: quantity.optional().describe(quantityDescriptionForChanges),
        })
        .optional()
        .describe('The plan that it would change to.'),
    })
    .refine(
      ({ plan, subscription: { next_billing_date: date, proration_billing_mode: mode } }) =>
        (plan === undefined) !== (date === undefined) && (date === undefined || mode === undefined),
      { error: 'must name a new plan.id, or else subscription.next_billing_date alone', path: ['subscription'] },
    ),
  answer: changePreview,
  problems: [
    'not_found',
    'plan_archived',
    'already_subscribed',
    'subscription_not_changeable',
    'currency_mismatch',
    'amount_below_minimum',
    'address_required',
    'payment_in_progress',
  ],
})
