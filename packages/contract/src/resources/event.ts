import { z } from 'zod'
import { idOf, nullableText, timestamp } from './fields.ts'
import { json } from './metadata.ts'

/** Every type of event. */
export const eventTypes = [
  'payment.created',
  'payment.updated',
  'payment.outcome_differs',
  'payment.outcome_unknown',
  'payment.obligation_overdue',
  'payment.fraud_warning',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'dispute.created',
  'dispute.updated',
  'dispute.closed',
  'subscription.created',
  'subscription.updated',
  'subscription.past_due',
  'subscription.cancelled',
  'subscription.trial_ending',
  'subscription.renewal_upcoming',
  'subscription.address_required',
  'subscription.period_skipped',
  'subscription.change_scheduled',
  'subscription.change_refused',
  'subscription.payment_method_missing',
  'customer.created',
  'customer.updated',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.expiring',
  'discount.created',
  'discount.updated',
  'declaration.received',
  'payment_link.paused',
  'email.sent',
  'email.failed',
  'email.ready',
  'webhook_endpoint.failing',
  'webhook_endpoint.test',
  'connection.changed',
  'connection.paused',
  'books.difference',
] as const

/** One type of event. */
export type EventType = (typeof eventTypes)[number]

/** A committed change, with the changed object in the form in which operations return it. */
export const event = z
  .strictObject({
    id: idOf('evt').describe(
      'Identifier of the event. Pass it as `after` to continue, and recognise by it an event that you have processed.',
    ),
    type: z.enum(eventTypes).describe('What happened. Types may be added: ignore those that you do not know.'),
    created_at: timestamp.describe('When the change was made, by the billing clock.'),
    sequence: z
      .int()
      .describe('Rises with every event of your organization, in the order of the commits; it may leave numbers out.'),
    data: z
      .strictObject({
        object: z
          .record(z.string(), json)
          .describe(
            'The resource that changed, in the state it had then: a Payment for `payment.*` and `refund.*` (`refund.failed`: an accepted refund has failed, and can be requested again; a refusal is `refund.updated`; `payment.fraud_warning`: the payer’s bank suspects fraud, and nothing has changed yet), a Dispute, a Subscription (`subscription.address_required`: its renewal waits, because tax depends on a missing part of the customer’s address; `updateCustomer` adds it), a Customer, a PaymentMethod, a Discount, a Declaration, an Email (`email.ready`: with its rendered text), a WebhookEndpoint or a Connection by its name (`connection.paused`: no money moves over it until the processor accepts the credentials and the account again). `books.difference` has an object of its own: `connection`, `reference`, `transaction_id`, `kind`, `amount`, `currency`, `at`, `subject`. If a day was compared with the processor’s own count, it also has `difference` (`missing_here`, `missing_there`, `amount`, `state`), `day`, `message` and an `id`, and `amount` is what the processor has beyond the books.',
          ),
      })
      .describe('What the event is about.'),
  })
  .meta({
    id: 'Event',
    description:
      'A change that was committed. It is written in the transaction that made the change, so none is missed.',
  })

/** A committed change. */
export type Event = z.infer<typeof event>

/** An event as an endpoint with `thin` payloads receives it. It has only the object's id, by which the receiver reads the object. */
export const thinEvent = z
  .strictObject({
    id: event.shape.id,
    type: event.shape.type,
    created_at: event.shape.created_at,
    data: z
      .strictObject({
        object: z
          .strictObject({ id: nullableText.describe('Identifier of the object; null if it has none.') })
          .describe('What the event is about.'),
      })
      .describe('What the event is about, by its id.'),
  })
  .meta({
    id: 'ThinEvent',
    description: 'An event as an endpoint that asks for `thin` payloads is sent it; the object is read by its id.',
  })

/** An event in the form that an endpoint with `thin` payloads receives. */
export type ThinEvent = z.infer<typeof thinEvent>
