import { type operations, type Payment, Problem } from '@billing-checkout/contract'
import { collectedPart, isCaptured } from '@billing-checkout/domain'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { defaultSettings } from '../../organization/effective-settings.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import { lockSubscription } from '../../store/entities/subscriptions.ts'
import { reserveKey } from '../../store/requests/save-idempotent-response.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { openRefund } from '../attempts/open-refund.ts'
import { runAttempt } from '../attempts/run-attempt.ts'
import type { Billing } from '../billing.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { findPendingChange } from '../payments/change-being-paid.ts'
import { findChargeCall, transactionIdOfPayment } from '../payments/find-charge-call.ts'
import { findOpenDispute } from '../payments/find-open-dispute.ts'
import { refuseUnrepresentableAmount } from '../quotes/refuse-unchargeable-amount.ts'
import { paymentOfEarlierTry } from './charge.ts'

type RefundBody = z.output<NonNullable<typeof operations.refundPayment.body>>

/**
 * Refunds a part of a payment, or everything that can still be refunded. All refunds together never exceed the captured amount, even if
 * several requests arrive at once. The payment keeps its status.
 */
export const refund = async (billing: Billing, call: CallerContext, id: string, body: RefundBody): Promise<Payment> => {
  const earlier = await paymentOfEarlierTry(billing, call)
  if (earlier !== undefined) return earlier
  return runAttempt(billing, call.organization.id, async (work) => {
    const payment = await lockForRefund(work, id)
    await refuseWhileDisputed(work, payment)
    const amount = amountToRefund(payment, body.amount)
    refuseUnconfirmed(call, payment, amount)
    if (amount < refundableOf(payment)) await refuseOffStepOf(billing, work, payment, amount)
    const { attempt } = await openRefund(billing, work, payment, {
      amount,
      reason: body.reason ?? null,
      transactionId: transactionIdOfPayment(payment),
      idempotency: call.idempotency,
    })
    reserveKey(work, call, id)
    return attempt
  })
}

/** Locks a payment and its subscription, so that no plan change can turn the same money into credit at the same time. */
const lockForRefund = async (work: Write, id: string): Promise<PaymentRow> => {
  const payment = await lockPayment(work, id)
  if (payment === undefined) throw new Problem('not_found', `There is no payment ${id}.`)
  if (payment.subscriptionId !== null) {
    await Promise.all([lockNames(work, lockNamesOf(payment)), lockSubscription(work, payment.subscriptionId)])
    await refuseWhileChanging(work, payment.subscriptionId)
  }
  return payment
}

/**
 * Refuses a refund while a plan change or recovery is being paid, because that payment may already spend this money as credit
 * (DECISIONS 124).
 */
const refuseWhileChanging = async (work: Write, subscriptionId: string): Promise<void> => {
  const changing = await findPendingChange(work, subscriptionId)
  if (changing === undefined) return
  throw paymentInProgress(`Payment ${changing.id}, a plan change or a recovery,`)
}

/** Refuses a refund while an open dispute has withdrawn money, because the bank may return the same money to the payer. */
const refuseWhileDisputed = async (work: Write, payment: PaymentRow): Promise<void> => {
  const dispute = await findOpenDispute(work, payment)
  if (dispute === undefined) return
  throw new Problem(
    'payment_not_refundable',
    `Payment ${payment.id} is disputed (${dispute.id}), and its money withdrawn; it can be refunded if the dispute is won.`,
  )
}

/**
 * Throws `reauthentication_required` if a dashboard user who has not recently confirmed their identity refunds more of a payment than the
 * organization's limit. The limit is in US dollars; a payment whose amount in US dollars is unknown counts as above the limit.
 */
const refuseUnconfirmed = (
  { principal, organization: { settings }, wall }: CallerContext,
  { id, amount, amountUsd, refundedAmount }: PaymentRow,
  refunded: number,
): void => {
  const { confirm_refunds_above: limit = defaultSettings.confirm_refunds_above } = settings
  if (principal.kind !== 'user' || limit === null || principal.reauthenticatedUntil > wall) return
  // Count all refunds of the payment, so that a user cannot split a large refund. BigInt is needed because the product of two amounts may
  // exceed the safe integers.
  const all = BigInt(refundedAmount + refunded)
  if (amountUsd !== null && BigInt(amountUsd) * all <= BigInt(limit) * BigInt(amount)) return
  throw new Problem(
    'reauthentication_required',
    `Confirm who you are, by password, passkey or identity provider, to refund ${refunded} of payment ${id}.`,
  )
}

/** The amount of a payment that can still be refunded, in minor units. */
const refundableOf = (payment: PaymentRow): number =>
  collectedPart(payment) - payment.refundedAmount - payment.disputedAmount

/** Refuses a partial refund if the payment's processor cannot refund that amount. A refund of everything that is left is always allowed. */
const refuseOffStepOf = async (
  { processors }: Billing,
  { db }: Write,
  { id, currencyCode: currency }: PaymentRow,
  amount: number,
): Promise<void> =>
  refuseUnrepresentableAmount(processorEvenIfPaused(processors, (await findChargeCall(db, id)).connection), {
    amount,
    currency,
  })

/**
 * The amount to refund, in minor units: the requested amount, else everything that can still be refunded. Throws if the payment is not
 * captured or less than the requested amount is left. Pending refunds count as refunded.
 */
const amountToRefund = (payment: PaymentRow, requestedMinor: number | undefined): number => {
  const { id, paymentStatus, disputedAmount } = payment
  if (!isCaptured(paymentStatus)) {
    throw new Problem(
      'payment_not_refundable',
      `Payment ${id} is ${paymentStatus}; only SETTLING and SETTLED ones are refunded.`,
    )
  }
  const left = refundableOf(payment)
  if (left <= 0 && disputedAmount > 0) {
    throw new Problem('payment_not_refundable', `The money of payment ${id} was lost in a dispute.`)
  }
  if (left <= 0) throw new Problem('refund_exceeds_captured', `Payment ${id} has nothing left to refund.`)
  if (requestedMinor !== undefined && requestedMinor > left) {
    throw new Problem(
      'refund_exceeds_captured',
      `At most ${left} of payment ${id} can be refunded, got ${requestedMinor}.`,
    )
  }
  return requestedMinor ?? left
}
