import { z } from 'zod'
import { subscriptionStatuses } from '../vocabulary/statuses.ts'
import { amount, currencyCode, idOf, timestamp } from './fields.ts'
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
    external_id: z
      .string()
      .nullable()
      .describe('Your own identifier of the customer; null if you gave none, and always for a client token.'),
    email: z
      .string()
      .nullable()
      .describe('E-mail address of the customer; null if it is not known. For a client token it is masked.'),
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

const subscriptionDiscount = z
  .strictObject({
    id: idOf('disc').describe('Identifier of the discount.'),
    name: z.string().describe('Name of the discount as it was redeemed.'),
    percent_off: z.number().nullable().describe('Per cent of the price; null if an amount is taken off.'),
    amount_off: z
      .strictObject({ amount: amount.describe('Minor units.'), currency: currencyCode.describe('Its currency.') })
      .nullable()
      .describe('Amount off the price of each period; null if a percentage is taken off.'),
    periods_left: z.int().nullable().describe('How many paid periods it still lowers; null: every one.'),
  })
  .describe('The discount of a subscription, as it was redeemed.')

/** A subscription; `past_due` is null unless that is its status. */
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
        'The stored method that is charged next; null if there is none, and always for a client token. A method that was detached stays here until another takes its place, but it is not charged: it is not in the customer’s `payment_methods`.',
      ),
    plan: subscriptionPlan.describe('Plan of the subscription with the one price that it pays.'),
    discount: subscriptionDiscount
      .nullable()
      .describe('The discount that its next charges have; null if there is none, or its periods are used up.'),
    created_at: timestamp.describe('When the subscription began, by the billing clock.'),
    updated_at: timestamp.describe('When the subscription last changed, by the billing clock.'),
    current_period_start: timestamp.describe('When the current period, or trial, began.'),
    current_period_end: timestamp.describe('When the current period, or trial, ends.'),
    next_billing_date: timestamp
      .nullable()
      .describe('When it is charged next, or tried again while it is past due; null if no charge is to come.'),
    balance: balance.describe(
      'Credit for later charges of this subscription, or a surcharge if it is negative. Plan changes, restarts, refunds and disputes change it. Credit lowers later charges and is never paid out. When the subscription has ended, its credit moves to `balances` of the customer; a surcharge stays.',
    ),
    past_due: pastDue.nullable().describe('Progress of the retries; null unless `status` is `past_due`.'),
    metadata: metadata.describe('Your own keys and values; `{}` if there are none, and always for a client token.'),
  })
  .meta({
    id: 'Subscription',
    description: 'A customer’s subscription to a recurring plan. It renews by itself until it is cancelled.',
  })

/** A subscription. */
export type Subscription = z.infer<typeof subscription>
