import { collectedPart, isCaptured, type Timestamp } from '@billing-checkout/domain'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Billing } from '../billing.ts'
import { type DeclaredEffect, effectOn, endSubscription } from './declared-effect.ts'
import type { ConcernedSubscription } from './named-contracts.ts'
import { refundPayment } from './refund-payment.ts'

interface DeclaredCancellation {
  readonly declaredAt: Timestamp
  /** When the consumer wishes the end; null: as soon as possible. */
  readonly requestedEndAt: Timestamp | null
  /** Whether the consumer has an acknowledgement already. */
  readonly isAcknowledged: boolean
}

/**
 * Lets a subscription run to the end of the period that was paid for when the cancellation was declared, and owes its customer the
 * acknowledgement. If it was renewed since then, it ends at once, and the renewal is refunded. The merchant decides if the consumer wishes
 * a later end, or if a plan change that is being paid would let the subscription go on.
 */
export const cancelByDeclaration = async (
  billing: Billing,
  work: Write,
  contract: ConcernedSubscription,
  { declaredAt, requestedEndAt, isAcknowledged }: DeclaredCancellation,
): Promise<DeclaredEffect> => {
  const { subscription, payments } = contract
  const { id, customerId, currentPeriodEnd, status } = subscription
  const isChanging = payments.some(({ paymentStatus, purpose }) => paymentStatus === 'PENDING' && purpose !== 'renew')
  const isLater = requestedEndAt !== null && requestedEndAt > currentPeriodEnd
  const endsFrom = requestedEndAt !== null && requestedEndAt > declaredAt ? requestedEndAt : declaredAt
  const renewals = payments.filter((payment) => isPaidRenewal(payment) && payment.createdAt >= endsFrom)
  if (isChanging || isLater) return effectOn(contract, 'left_to_merchant')
  const end = renewals.length === 0 ? 'scheduled_for_cancellation' : 'cancelled'
  const endsAt = await endSubscription(work, subscription, end)
  const refunds: DeclaredEffect['refunds'][number][] = []
  // The money of an authorized payment has not come yet: the merchant, who captures it, voids it.
  for (const renewal of renewals.filter(({ paymentStatus }) => isCaptured(paymentStatus))) {
    const amountMinor = collectedPart(renewal)
    const refund = { amountMinor, reason: 'cancellation', refundAt: null } as const
    refunds.push(...(await refundPayment(billing, work, renewal, refund)))
  }
  // A cancellation that is declared again on our page changes nothing, so it sends no second email.
  if (!isAcknowledged || status !== 'scheduled_for_cancellation')
    oweEmail(work, {
      kind: 'cancellation',
      customerId,
      subscriptionId: id,
      paymentId: null,
      facts: { ends_at: endsAt, can_keep: true },
    })
  return { ...effectOn(contract, endsAt > work.now ? 'scheduled' : 'ended', endsAt), refunds }
}

const isPaidRenewal = ({ purpose, paymentStatus }: PaymentRow): boolean =>
  purpose === 'renew' && (paymentStatus === 'AUTHORIZED' || isCaptured(paymentStatus))
