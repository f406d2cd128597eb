import { z } from 'zod'
import { connection } from './connection.ts'
import { customer } from './customer.ts'
import { declaration } from './declaration.ts'
import { discount } from './discount.ts'
import { dispute } from './dispute.ts'
import { email, renderedEmail } from './email.ts'
import { event, type EventType, eventTypes } from './event.ts'
import { amountMax, currencyCode, nullableText, timestamp } from './fields.ts'
import { paymentMethod } from './payment-method.ts'
import { paymentLink } from './payment-link.ts'
import { payment } from './payment.ts'
import { subscription } from './subscription.ts'
import { webhookEndpoint } from './webhook-endpoint.ts'

/** A difference between the processor's records and ours: a movement of money that one of the two lacks, or records differently. */
export const booksDifference = z
  .strictObject({
    connection: z.string().describe('The connection whose processor moved it.'),
    reference: nullableText.describe('The reference that the processor knows it by.'),
    transaction_id: nullableText.describe('The processor’s own id of it.'),
    kind: z
      .enum(['authorize', 'capture', 'refund', 'charge', 'refund_failed', 'dispute'])
      .describe('What was moved; `charge`, `refund_failed` and `dispute` only if a day was compared.'),
    amount: z
      .int()
      .min(-amountMax)
      .max(amountMax)
      .describe(
        'Minor units; if a day was compared, what the processor has beyond the books, below zero if it has less.',
      ),
    currency: currencyCode.describe('Currency of the amount.'),
    at: timestamp.describe('When it was moved, by the processor’s clock.'),
    subject: nullableText.describe('An id of ours for what the money was for; null if it is not known.'),
    id: z.string().optional().describe('Identifier of the difference; only if a day was compared.'),
    day: z.string().optional().describe('The day that was compared with the processor’s own count, as YYYY-MM-DD.'),
    difference: z
      .enum(['missing_here', 'missing_there', 'amount', 'state'])
      .optional()
      .describe('How the two differ; only if a day was compared.'),
    message: z.string().optional().describe('The difference in a sentence; only if a day was compared.'),
  })
  .meta({
    id: 'BooksDifference',
    description:
      'Money that a processor moved and the books do not have, or the other way round: found by a query to the processor, or by the comparison of a day with the processor’s own count.',
  })

/** The schema of the object in `data`, for each type of event. */
export const eventObjects = {
  'payment.created': payment,
  'payment.updated': payment,
  'payment.outcome_differs': payment,
  'payment.outcome_unknown': payment,
  'payment.obligation_overdue': payment,
  'payment.fraud_warning': payment,
  'refund.created': payment,
  'refund.updated': payment,
  'refund.failed': payment,
  'dispute.created': dispute,
  'dispute.updated': dispute,
  'dispute.closed': dispute,
  'subscription.created': subscription,
  'subscription.updated': subscription,
  'subscription.past_due': subscription,
  'subscription.cancelled': subscription,
  'subscription.trial_ending': subscription,
  'subscription.renewal_upcoming': subscription,
  'subscription.period_skipped': subscription,
  'subscription.address_required': subscription,
  'subscription.change_scheduled': subscription,
  'subscription.change_refused': subscription,
  'subscription.payment_method_missing': subscription,
  'customer.created': customer,
  'customer.updated': customer,
  'payment_method.attached': paymentMethod,
  'payment_method.detached': paymentMethod,
  'payment_method.expiring': paymentMethod,
  'discount.created': discount,
  'discount.updated': discount,
  'declaration.received': declaration,
  'payment_link.paused': paymentLink,
  'email.sent': email,
  'email.failed': email,
  'email.ready': renderedEmail,
  'webhook_endpoint.failing': webhookEndpoint,
  'webhook_endpoint.test': webhookEndpoint,
  'connection.changed': connection,
  'connection.paused': connection,
  'books.difference': booksDifference,
} as const satisfies Record<EventType, z.ZodType>

/** The meaning of each type of event. */
export const eventMeanings: Readonly<Record<EventType, string>> = {
  'payment.created': 'A payment was begun.',
  'payment.updated': 'A payment changed, such as its status: paid means `AUTHORIZED`, `SETTLING` or `SETTLED`.',
  'payment.outcome_differs': 'The processor took another amount than requested, or another outcome became known.',
  'payment.outcome_unknown': 'The outcome of a payment is not known yet.',
  'payment.obligation_overdue': 'A refund or void that is owed has not succeeded for too long.',
  'payment.fraud_warning': 'The payer’s bank suspects a fraud. Nothing has changed yet.',
  'refund.created': 'A refund was begun.',
  'refund.updated': 'A refund succeeded or was refused.',
  'refund.failed': 'An accepted refund has failed, and can be requested again.',
  'dispute.created': 'A payer objected to a payment at their bank.',
  'dispute.updated': 'A dispute changed.',
  'dispute.closed': 'A dispute was won, lost or withdrawn.',
  'subscription.created': 'A subscription was begun.',
  'subscription.updated': 'A subscription changed: its plan, period, status or method.',
  'subscription.past_due': 'A charge of a subscription was declined. It is tried again.',
  'subscription.cancelled': 'A subscription ended.',
  'subscription.trial_ending': 'A trial ends soon, and the first full charge follows.',
  'subscription.renewal_upcoming': 'A subscription renews soon.',
  'subscription.period_skipped': 'A period was not charged, because it was over before it could be.',
  'subscription.address_required':
    'A renewal waits, because tax depends on a part of the customer’s address that is unknown. `updateCustomer` changes it.',
  'subscription.change_scheduled': 'A change of plan waits for the end of the current period.',
  'subscription.change_refused':
    'A scheduled change was dropped when its time came, because the customer has another subscription to that plan or its group. The subscription renews on its own plan.',
  'subscription.payment_method_missing':
    'A charge of a subscription is due that never had a payment method. It comes on days 0, 3 and 7, with `trial_end_without_method` `past_due`.',
  'customer.created': 'A customer was created.',
  'customer.updated': 'A customer changed, or was erased.',
  'payment_method.attached': 'A customer has a new stored method.',
  'payment_method.detached': 'A stored method is not charged any more.',
  'payment_method.expiring':
    'A card expires before the next charge of a subscription: sent two weeks before that charge, or at the period’s start if that is later, once per card and expiry date.',
  'discount.created': 'A discount was created.',
  'discount.updated': 'A discount changed, other than by a redemption.',
  'declaration.received': 'A consumer cancelled a contract or withdrew from it without signing in.',
  'payment_link.paused':
    'A payment link was paused, because within an hour most of its payments were declined, at least 20. `updatePaymentLink` with `active: true` lets it sell again.',
  'email.sent': 'The mail server has accepted an email to a customer.',
  'email.failed': 'An email to a customer could not be sent.',
  'email.ready': 'An email to a customer is due, which you send yourself.',
  'webhook_endpoint.failing': 'An endpoint has not taken events for days.',
  'webhook_endpoint.test': 'You asked for a test of an endpoint.',
  'connection.changed': 'A connection to a processor was added or changed.',
  'connection.paused': 'No money moves over a connection until its processor lets you in again.',
  'books.difference': 'A processor moved money that the books do not have, or the other way round.',
}

/** One schema for each type of event; the type decides the schema of the object. */
export const typedEvents: readonly { readonly type: EventType; readonly name: string; readonly schema: z.ZodType }[] =
  eventTypes.map((type) => {
    const name = `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`
    const object = eventObjects[type].describe('The object as it was then, which may differ from its current state.')
    const schema = z
      .strictObject({
        ...event.shape,
        type: z.literal(type).describe('What happened.'),
        data: z.strictObject({ object }).describe('What the event is about.'),
      })
      .meta({ id: name, description: eventMeanings[type] })
    return { type, name, schema }
  })
