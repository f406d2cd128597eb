import type { DeclarationOutcome } from '@billing-checkout/contract'
import { ceilToStep, required, type Timestamp } from '@billing-checkout/domain'
import { loadShownSubscription } from '../../presenters/subscriptions/load-subscriptions.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { DeclarationEffectRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { chargeLimitsOfProcessor } from '../../connections/charge-limits.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import { prepareStatusChange } from '../subscriptions/prepare-status-change.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import type { Billing } from '../billing.ts'
import { openObligation } from '../obligations/open-obligation.ts'
import { refundTotalsOf } from '../obligations/owed-refunds.ts'
import { findChargeCall, transactionIdOfPayment } from '../payments/find-charge-call.ts'
import type { ConcernedContract } from './named-contracts.ts'

/** The effect of a declaration on one contract. */
export type DeclaredEffect = Omit<DeclarationEffectRow, 'organizationId' | 'declarationId'>

/** An effect without refunds. */
export const effectWithoutRefunds = (
  { subscription, payments }: ConcernedContract,
  outcome: DeclarationOutcome,
  endsAt: Timestamp | null = null,
): DeclaredEffect => {
  const [payment] = payments
  const { id, customerId } = required(subscription ?? payment, 'contract of declaration', outcome)
  return {
    contractId: id,
    subscriptionId: subscription?.id ?? null,
    paymentId: subscription === null ? id : null,
    customerId,
    outcome,
    endsAt,
    refunds: [],
    refundAt: null,
    owedBack: [],
  }
}

/** Ends a subscription immediately or with its period, and returns when it ends. */
export const endSubscription = async (
  work: Write,
  subscription: LockedSubscription,
  status: 'cancelled' | 'scheduled_for_cancellation',
): Promise<Timestamp> => {
  const change = await prepareStatusChange(work, subscription, status, { source: 'declaration' })
  if (change.kind !== 'change') return status === 'cancelled' ? work.now : subscription.currentPeriodEnd
  await work.db.updateTable('subscriptions').set(change.columns).where('id', '=', subscription.id).execute()
  const ended = await loadShownSubscription(work.db, subscription.id)
  const isOver = ended.status === 'cancelled'
  recordEvent(work, isOver ? 'subscription.cancelled' : 'subscription.updated', ended)
  return isOver ? work.now : subscription.currentPeriodEnd
}

interface DeclaredRefund {
  /** The total to refund of the payment, earlier refunds included, in minor units of its currency. */
  readonly totalMinor: number
  /**
   * The part of `totalMinor` that is not refunded yet. If less than this can still be refunded of the payment, only that amount is
   * refunded.
   */
  readonly remainingMinor: number
  readonly reason: 'withdrawal' | 'cancellation'
  /** The earliest time of the refund; null for immediately. */
  readonly refundAt: Timestamp | null
}

/** The refunds of a payment that a declaration causes, and the total that the payer must get back. */
type GivenBack = Pick<DeclaredEffect, 'refunds' | 'owedBack'>

/**
 * Owes the refund of a payment, rounded up to an amount that the processor can refund. Returns the refund, if anything of the payment is
 * left to refund, and the total that the payer must get back.
 */
export const oweDeclaredRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { totalMinor, remainingMinor, reason, refundAt }: DeclaredRefund,
): Promise<GivenBack> => {
  if (totalMinor === 0) return { refunds: [], owedBack: [] }
  const step = await refundStep(billing, work, payment)
  const owedBack = [{ paymentId: payment.id, amount: ceilToStep(totalMinor, step), step, refundAt, reason }]
  const amount = Math.min(ceilToStep(remainingMinor, step), (await refundTotalsOf(work, payment)).leftMinor)
  if (amount === 0) return { refunds: [], owedBack }
  const owed = {
    amount,
    currencyCode: payment.currencyCode,
    transactionId: transactionIdOfPayment(payment),
    isCounted: true,
    reason,
  }
  if (refundAt === null) await openAutomaticRefund(billing, work, payment, owed)
  else openObligation(work, { ...owed, kind: 'refund', paymentId: payment.id, attemptId: null }, refundAt)
  return { refunds: [{ payment_id: payment.id, amount, currency: payment.currencyCode }], owedBack }
}

/** The payment's processor refunds only multiples of this amount, in minor units. */
const refundStep = async ({ processors }: Billing, work: Write, payment: PaymentRow): Promise<number> => {
  const { connection } = await findChargeCall(work.db, payment.id)
  return chargeLimitsOfProcessor(processorEvenIfPaused(processors, connection), payment.currencyCode).step
}
