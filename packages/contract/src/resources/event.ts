import { z } from 'zod'
import { idOf, timestamp } from './fields.ts'
import { json } from './metadata.ts'

/** Every type of event (decisions 15). */
export const eventTypes = [
  'payment.created',
  'payment.updated',
  'payment.outcome_differs',
  'payment.outcome_unknown',
  'payment.obligation_overdue',
  'refund.created',
  'refund.updated',
  'subscription.created',
  'subscription.updated',
  'subscription.past_due',
  'subscription.cancelled',
  'subscription.trial_ending',
  'subscription.renewal_upcoming',
  'subscription.period_skipped',
  'customer.created',
  'customer.updated',
  'payment_method.attached',
  'payment_method.detached',
  'books.difference',
] as const

/** One type of event (decisions 15). */
export type EventType = (typeof eventTypes)[number]

/** A change that was committed, with the object as the operations present it (decisions 15). */
export const event = z
  .strictObject({
    id: idOf('evt'),
    type: z.enum(eventTypes),
    created_at: timestamp,
    sequence: z.int(),
    data: z.strictObject({ object: z.record(z.string(), json) }),
  })
  .meta({ id: 'Event' })

/** A change that was committed (decisions 15). */
export type Event = z.infer<typeof event>
