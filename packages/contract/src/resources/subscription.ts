import { z } from 'zod'
import { cancellationReasons, cancellationSources } from '../vocabulary/cancellations.ts'
import { subscriptionStatuses } from '../vocabulary/statuses.ts'
import { subscriptionDiscount } from './discount.ts'
import { currencyCode, idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'
import { subscriptionPlan } from './plan.ts'

const pastDue = z
  .strictObject({
    attempt_count: z.int().min(0).describe('How many times the owed charge was tried and declined.'),
    max_attempts_count: z.int().min(1).describe('After so many declined tries the subscription is cancelled.'),
  })
  .describe('Progress of the retries of an owed charge.')

const subscriber = z
  .strictObject({
    id: idOf('cus').describe('Identifier of the customer.'),
    external_id: nullableText.describe(
      'Your own identifier of the customer; null if you gave none, and always for a client token.',
    ),
    email: nullableText.describe(
      'E-mail address of the customer; null if it is not known. For the client token of a checkout it is masked.',
    ),
  })
  .describe('Whose subscription it is.')

const balance = z
  .strictObject({
    amount: z
      .int()
      .describe(
        'Minor units, before tax that is added on top. Positive: credit. Negative: a surcharge that the next charge collects. 0 if there is neither.',
      ),
    currency: currencyCode.describe('Currency of the subscription.'),
  })
  .describe('Credit for later charges of this subscription.')

const scheduledChange = z
  .strictObject({
    plan: subscriptionPlan.describe(
      'The plan that it changes to, with the price that was decided when it was scheduled.',
    ),
    quantity: z.int().min(1).describe('The quantity that it changes to.'),
    at: timestamp.describe('When it changes: at the end of the current period or trial, with the next charge.'),
  })
  .describe('A change of plan or quantity that waits for the end of the current period.')

const cancellation = z
  .strictObject({
    reason: z
      .enum(cancellationReasons)
      .nullable()
      .describe('As the request said; null if it said none, and always for a client token of the portal.'),
    comment: nullableText.describe(
      'What the customer wrote in the portal, or the request passed on; null if nothing, after an erasure, and always for a client token. What a consumer declared is in the declaration.',
    ),
    source: z
      .enum(cancellationSources)
      .describe(
        '`merchant`: a request by API key, dashboard or command line. `portal`: the customer, signed in. `declaration`: a consumer’s cancellation or withdrawal. `unpaid`: a charge that was declined or blocked by a rule, or for which there was no payment method. `dispute`: the setting `on_dispute`. `erasure`: the erasure of the customer.',
      ),
    received_at: timestamp.describe(
      'When the server received that request or made that decision, by the billing clock.',
    ),
    ends_at: nullableTimestamp.describe(
      'When the subscription ends, by the billing clock: with its paid period, or with the first period that ends on or after the date that a consumer’s declaration requests. In the second case it keeps its status and is charged for each period until then. Null once it has ended.',
    ),
  })
  .meta({
    id: 'Cancellation',
    description:
      'Why and by what a subscription was cancelled. A cancellation that ends it sooner than scheduled replaces `source` and `received_at`, and the reason and comment if it gives them.',
  })

/** A subscription. Its member `past_due` is null unless the status is `past_due`. */
export const subscription = z
  .strictObject({
    id: idOf('sub').describe('Identifier of the subscription.'),
    status: z
      .enum(subscriptionStatuses)
      .describe(
        '`trial`: before its first full charge. `active`: paid for. `past_due`: a charge is owed and tried again. `scheduled_for_cancellation`: ends with its paid period. `cancelled`: has ended; it may be started again.',
      ),
    customer: subscriber,
    payment_method_id: idOf('pm')
      .nullable()
      .describe(
        'The stored method that is charged next; null if there is none, and always for the client token of a checkout. A method that was detached stays here until another takes its place, but it is not charged: it is not in the customer’s `payment_methods`.',
      ),
    plan: subscriptionPlan.describe('Plan of the subscription with the one price that it pays.'),
    quantity: z
      .int()
      .min(1)
      .describe('How many units of the plan it has; a period costs that many times the price, less its discount.'),
    discount: subscriptionDiscount
      .nullable()
      .describe(
        'The discount that its next charges have; null if there is none, or its periods are used up. A discount of a trial waits for the first full charge.',
      ),
    created_at: timestamp.describe('When the subscription began, by the billing clock.'),
    updated_at: timestamp.describe('When the subscription last changed, by the billing clock.'),
    current_period_start: timestamp.describe('When the current period, or trial, began.'),
    current_period_end: timestamp.describe('When the current period, or trial, ends.'),
    next_billing_date: nullableTimestamp.describe(
      'When it is charged next, or tried again while it is past due; null if no charge is to come.',
    ),
    balance: balance.describe(
      'Credit for later charges of this subscription, or a surcharge if it is negative. Plan changes, restarts, refunds and disputes change it. Credit lowers later charges and is never paid out. When the subscription has ended, its credit moves to `balances` of the customer; a surcharge stays.',
    ),
    scheduled_change: scheduledChange
      .nullable()
      .describe(
        'The change of plan that waits for the end of the current period; null if there is none. The next charge is for its plan. Any other change of plan, status or next billing date removes it.',
      ),
    cancellation: cancellation
      .nullable()
      .describe(
        'Why it was cancelled; null unless it is `cancelled`, `scheduled_for_cancellation`, or ends after its current period because a consumer’s declaration requests that.',
      ),
    past_due: pastDue.nullable().describe('Progress of the retries; null unless `status` is `past_due`.'),
    metadata: metadata.describe('Your own keys and values; `{}` if there are none, and always for a client token.'),
  })
  .meta({
    id: 'Subscription',
    description: 'A customer’s subscription to a recurring plan. It renews by itself until it is cancelled.',
  })

/** The cancellation of a subscription: its reason, source and time. */
export type Cancellation = z.infer<typeof cancellation>

/** A subscription. */
export type Subscription = z.infer<typeof subscription>
