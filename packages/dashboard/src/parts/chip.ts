import type { Dispute, PaymentStatus, RefundStatus, SubscriptionStatus } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import type { MessageName } from '../words/en.ts'
import type { Say } from '../words/say.ts'

/** How good a status is for the merchant; the chip's color shows it. */
export type Tone = 'good' | 'bad' | 'waiting' | 'quiet'

/** A small colored label with a status. */
export const chip = (tone: Tone, text: string): TemplateResult => html`<span class="chip ${tone}">${text}</span>`

/** The status of a payment. */
export const paymentChip = (status: PaymentStatus, say: Say): TemplateResult =>
  chip(paymentTones[status], say(`payment.${status}`))

/** The status of a subscription. */
export const subscriptionChip = (status: SubscriptionStatus, say: Say): TemplateResult => {
  const [tone, name] = subscriptionStatuses[status]
  return chip(tone, say(name))
}

/** The status of a refund. */
export const refundChip = (status: RefundStatus, say: Say): TemplateResult =>
  chip(({ pending: 'waiting', succeeded: 'good', failed: 'bad' } as const)[status], say(`refund.${status}`))

/** The status of a dispute. */
export const disputeChip = (status: Dispute['status'], say: Say): TemplateResult =>
  chip(disputeTones[status], say(`dispute.${status}`))

/** The statuses of disputes, in the order of the filter, each with its tone. */
export const disputeTones = {
  needs_response: 'bad',
  under_review: 'waiting',
  inquiry: 'waiting',
  inquiry_closed: 'good',
  won: 'good',
  lost: 'bad',
} as const satisfies Record<Dispute['status'], Tone>

/** The statuses of payments, in the order of the filter, each with its tone. */
export const paymentTones = {
  SETTLED: 'good',
  SETTLING: 'good',
  AUTHORIZED: 'waiting',
  PENDING: 'waiting',
  DECLINED: 'bad',
  BLOCKED: 'bad',
  FAILED: 'bad',
  CANCELLED: 'quiet',
} as const satisfies Record<PaymentStatus, Tone>

/** The statuses of subscriptions, in the order of the filter, each with its tone and its message. */
export const subscriptionStatuses = {
  active: ['good', 'subscription.active'],
  trial: ['waiting', 'subscription.trial'],
  past_due: ['bad', 'subscription.past_due'],
  scheduled_for_cancellation: ['quiet', 'subscription.scheduled_for_cancellation'],
  cancelled: ['quiet', 'subscription.statusCancelled'],
} as const satisfies Record<SubscriptionStatus, readonly [Tone, MessageName]>

/** The keys of a table of statuses, in the table's order. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[]
