import { addInterval, collectedPart, isCaptured, required, type Timestamp } from '@billing-checkout/domain'
import { endOfShownSubscription } from '../../presenters/subscriptions/end-of-subscription.ts'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { EmailDetails } from '../../store/schema/emails.ts'
import type { Write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Billing } from '../billing.ts'
import { columnsOfRequestedEnd } from '../subscriptions/prepare-status-change.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { type DeclaredEffect, effectWithoutRefunds, endSubscription, oweDeclaredRefund } from './declared-effect.ts'
import type { ConcernedSubscription } from './named-contracts.ts'

interface DeclaredCancellation {
  readonly declaredAt: Timestamp
  /** The end that the consumer requests; null for as soon as possible. */
  readonly requestedEndAt: Timestamp | null
  /** Whether the consumer cancels for good cause. If so, the subscription no longer renews, even if the consumer requests a later end. */
  readonly forCause: boolean
  /** Whether the declaration came from our page, which acknowledges declarations up to a limit per hour. */
  readonly isAcknowledged: boolean
}

/**
 * Ends a subscription with its first period that ends on or after the date that the consumer requests. Owes the customer an email that
 * acknowledges this. If the consumer requests no date or cancels for good cause, the subscription ends with the period that was paid when
 * the consumer cancelled; if it has renewed since then, it ends immediately and the renewal is refunded. While a payment other than a
 * renewal is pending, for example for a plan change, this changes nothing and leaves the decision to the merchant.
 */
export const cancelByDeclaration = async (
  billing: Billing,
  work: Write,
  contract: ConcernedSubscription,
  declared: DeclaredCancellation,
): Promise<DeclaredEffect> => {
  const { currentPeriodEnd, status } = contract.subscription
  const isChanging = contract.payments.some(
    ({ paymentStatus, purpose }) => paymentStatus === 'PENDING' && purpose !== 'renew',
  )
  if (isChanging) return effectWithoutRefunds(contract, 'left_to_merchant')
  const { declaredAt, requestedEndAt, forCause } = declared
  const isLater = requestedEndAt !== null && requestedEndAt > declaredAt && requestedEndAt > currentPeriodEnd
  return isLater && !forCause && status !== 'scheduled_for_cancellation'
    ? renewUntilRequestedEnd(work, contract, { ...declared, requestedEndAt })
    : endWithoutRenewal(billing, work, contract, declared)
}

/**
 * Ends the subscription with its period. If the subscription has renewed since the requested end, ends it immediately and refunds the
 * captured renewals.
 */
const endWithoutRenewal = async (
  billing: Billing,
  work: Write,
  contract: ConcernedSubscription,
  { declaredAt, requestedEndAt, forCause, isAcknowledged }: DeclaredCancellation,
): Promise<DeclaredEffect> => {
  const { subscription, payments } = contract
  const isLater = !forCause && requestedEndAt !== null && requestedEndAt > declaredAt
  const requestedEnd = isLater ? requestedEndAt : declaredAt
  const renewals = payments.filter((payment) => isPaidRenewal(payment) && payment.createdAt >= requestedEnd)
  const end = renewals.length === 0 ? 'scheduled_for_cancellation' : 'cancelled'
  const endsAt = await endSubscription(work, subscription, end)
  const given = []
  // Refund only captured renewals. An authorized renewal is left to the merchant, who captures or voids it.
  for (const renewal of renewals.filter(({ paymentStatus }) => isCaptured(paymentStatus))) {
    const totalMinor = collectedPart(renewal)
    const refund = { totalMinor, remainingMinor: totalMinor, reason: 'cancellation', refundAt: null } as const
    given.push(await oweDeclaredRefund(billing, work, renewal, refund))
  }
  // A repeated cancellation on our page changes nothing, so it sends no second email.
  if (!isAcknowledged || subscription.status !== 'scheduled_for_cancellation')
    acknowledge(work, contract, { ends_at: endsAt })
  return {
    ...effectWithoutRefunds(contract, endsAt > work.now ? 'scheduled' : 'ended', endsAt),
    refunds: given.flatMap(({ refunds }) => refunds),
    owedBack: given.flatMap(({ owedBack }) => owedBack),
  }
}

/** A requested end that is more than this many years away is moved to this many years from now. */
const yearsMax = 100

/** Lets the subscription renew until the requested end. If an earlier end has already been requested, that end stays. */
const renewUntilRequestedEnd = async (
  work: Write,
  contract: ConcernedSubscription,
  { requestedEndAt, isAcknowledged }: DeclaredCancellation & { readonly requestedEndAt: Timestamp },
): Promise<DeclaredEffect> => {
  const { subscription } = contract
  const before = subscription.requestedEndAt
  const latest = addInterval(work.now, 'years', yearsMax)
  const endAt = requestedEndAt < latest ? requestedEndAt : latest
  const isNew = before === null || endAt < before
  if (isNew) {
    const end = { endAt, source: 'declaration' } as const
    updateSubscription(work, subscription, await columnsOfRequestedEnd(work, subscription, end))
    await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
  }
  const ending = { ...subscription, requestedEndAt: isNew ? endAt : before }
  const shown = await loadShownSubscription(work.db, subscription.id)
  const { at, renewals } = required(
    endOfShownSubscription(ending, shown) ?? undefined,
    'end of subscription',
    subscription.id,
  )
  if (isNew || !isAcknowledged) acknowledge(work, contract, { ends_at: at, renewals })
  return effectWithoutRefunds(contract, 'scheduled', at)
}

const acknowledge = (work: Write, { subscription }: ConcernedSubscription, end: EmailDetails): void =>
  oweEmail(work, {
    kind: 'cancellation',
    customerId: subscription.customerId,
    subscriptionId: subscription.id,
    facts: { ...end, can_keep: true },
  })

const isPaidRenewal = ({ purpose, paymentStatus }: PaymentRow): boolean =>
  purpose === 'renew' && (paymentStatus === 'AUTHORIZED' || isCaptured(paymentStatus))
