import { z } from 'zod'
import { idInput, timestampInput } from '../../resources/fields.ts'
import { subscription } from '../../resources/subscription.ts'
import { consentReceipt } from '../parts/consent-receipt.ts'
import { expectedCharge } from '../parts/expected-charge.ts'
import { quantityDescriptionForChanges, quantity } from '../../resources/plan.ts'
import { operation } from '../parts/operation.ts'

/**
 * Changes a subscription's plan (without a charge), its status, its next billing date or its payment method, or takes back a scheduled
 * change. If the subscription's paid period is over, starting it again makes a charge, and a key also needs `payments: write`.
 */
export const updateSubscription = operation({
  method: 'PATCH',
  path: '/subscriptions',
  summary: 'Update a subscription; if the change charges, the key needs payments: write as well',
  description: [
    'Changes a subscription’s plan, its status, or both at once, moves its next billing date, or takes back a scheduled change: either all of it happens or nothing.',
    '**With an API key.** `plan.id` switches the plan without a charge: the next charge keeps its date and has the new price. That is possible in `trial`, `active` and `past_due`; for a change that is charged at once use `createPayment` or a client session. `subscription.status` may be `active` (resume or start again), `scheduled_for_cancellation`, or `cancelled` (now). The status that it has already changes nothing. `active` also removes the end that a consumer’s declaration requested; the status (`trial`, `active`, `past_due`) stays. While there is such an end, no change is scheduled, and the plan is not switched to another interval.',
    'Restarting a cancelled subscription is free while its paid period runs. If that period is over, or any of its money was refunded, is disputed or never arrived, a new period begins with a charge of the stored method, and the key needs `payments: write` as well. The money that remains is credited for the unused time. If that charge is declined, the answer is 200 with the subscription still `cancelled`; the declined payment is in `findPayments`. While the outcome is unknown, the answer is 409 `payment_in_progress`, and nothing is stored under the `Idempotency-Key`. Repeat the request with the same key: it charges nothing again, and returns the subscription as soon as the outcome is known. With `expected`, the request is refused unless exactly that amount would be charged; 0 if nothing would be.',
    '`subscription.next_billing_date` moves the end of the running period, in a trial the end of the trial, to a later moment within 400 days from now. Nothing is charged or credited: what the period cost stays, however long it becomes. Later dates are counted from the new one. It is possible in `trial` and `active`, and in a request without `plan` and `status`.',
    'With `subscription.proration_billing_mode: at_period_end` the plan changes when the current period or trial ends. Until then the subscription stays as it is, and `scheduled_change` says what comes; there is one at most. Its price, by the country of sale, is decided now, and archiving the plan later changes nothing; tax is decided at the renewal. If the renewal is declined, the subscription is past due on the new plan. It is possible in `trial` and `active`, and refused with `payment_in_progress` while a charge is tried again. Any other change of plan, status or next billing date removes the scheduled change, and `subscription.scheduled_change: null` takes it back.',
    'If the customer has another subscription to that plan or its group when the time comes, the change is dropped with the event `subscription.change_refused`, and the subscription renews on its own plan.',
    '`subscription.payment_method_id` is the method that later charges are made with, in a request without `plan` and `status`. In `past_due` the next try takes it, and if no try is planned, because there was no method or it can never be charged, what is owed is tried at once. Otherwise nothing is charged now. The first method of a subscription that is `past_due` because it had none is charged at once. A method that has expired, or belongs to another customer, is refused.',
    '**With a client token of the portal** it resumes a subscription that is `scheduled_for_cancellation` or has `cancellation.ends_at`, which charges nothing, chooses the payment method, or takes back a scheduled change if the customer could change from the scheduled plan to the current one in the portal. A change of plan takes a client session.',
    '**With a client token of a checkout** it does two things to the subscription of the token’s own session, both free and both with `consent`: it resumes it (status `active`, purpose `resume`), or changes its plan if nothing is due now (`plan` and `expected` as the session has them, purpose `change_plan`). Either completes the session.',
    'While a payment of the subscription is in flight, a change is refused with `payment_in_progress`, because its outcome decides what the change would cost.',
  ],
  callers: ['merchant', 'widget', 'portal'],
  scope: { resource: 'subscriptions', access: 'write' },
  body: z
    .strictObject({
      subscription: z
        .strictObject({
          id: idInput.describe('Identifier of the subscription.'),
          status: z
            .enum(['active', 'cancelled', 'scheduled_for_cancellation'])
            .optional()
            .describe('Status to take: resumed or started again, cancelled now, or ending with its paid period.'),
          proration_billing_mode: z
            .enum(['at_period_end'])
            .optional()
            .describe(
              'When `plan` takes effect: `at_period_end`; absent: now. A client token cannot send it, because its session says so.',
            ),
          scheduled_change: z
            .null()
            .optional()
            .describe(
              '`null` takes back the scheduled change; without one it changes nothing. The client token of a checkout cannot.',
            ),
          next_billing_date: timestampInput
            .optional()
            .describe(
              'When the running period or trial is to end and the next charge is made: later than now, within 400 days. A client token cannot move it.',
            ),
          payment_method_id: idInput
            .optional()
            .describe('The stored method of its customer that later charges are made with. It is sent alone.'),
        })
        .describe('The subscription, and the status, the next billing date or the payment method that it is to take.'),
      plan: z
        .strictObject({
          id: idInput.describe('Identifier of a recurring plan; the subscription’s own for another quantity of it.'),
          quantity: quantity.optional().describe(quantityDescriptionForChanges),
        })
        .optional()
        .describe('The plan to change to.'),
      expected: expectedCharge.describe(
        'What is expected to be charged, 0 for a free change. Any difference is refused with `amount_changed`. A client token sends it with a change of plan, with `quote`.',
      ),
      consent: consentReceipt
        .optional()
        .describe(
          'What the shopper agreed to. The client token of a checkout always sends it; that of the portal and an API key never do.',
        ),
    })
    .refine(
      ({
        plan,
        subscription: {
          status,
          next_billing_date: date,
          scheduled_change: undo,
          payment_method_id: method,
          proration_billing_mode: mode,
        },
      }) =>
        [plan ?? status, date, undo, method].filter((change) => change !== undefined).length === 1 &&
        (mode === undefined || (plan !== undefined && status === undefined)),
      {
        error:
          'must name a new plan.id, a new subscription.status, or both, or else subscription.next_billing_date, subscription.payment_method_id or subscription.scheduled_change alone; subscription.proration_billing_mode goes with plan.id and without subscription.status',
        path: ['subscription'],
      },
    ),
  answer: subscription,
  problems: [
    'not_found',
    'plan_archived',
    'payment_method_required',
    'address_required',
    'amount_below_minimum',
    'amount_not_representable',
    'session_completed',
    'session_expired',
    'payment_in_progress',
    'amount_changed',
    'already_subscribed',
    'subscription_not_changeable',
    'currency_mismatch',
  ],
})
