import { required } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { claimById } from '../../store/entities/claims.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { AnsweredAttempt, ApprovedOutcome, FinishedPayment } from '../answered-attempt.ts'
import { openVoid } from '../attempts/open-capture-or-void.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import type { Billing } from '../billing.ts'
import { isRenewalStillOwed, isQuotedStateCurrent } from '../charge-input/quoted-state.ts'
import { oweShortfall } from '../differences/owe-shortfall.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { renews } from '../subscriptions/end-subscription.ts'
import { finishAuthorization } from './finish-authorization.ts'

/**
 * Books to a payment what the processor charged under the payment's reference before the database lost its last transactions (DECISIONS
 * 59). A surplus is refunded. If the sum is too small, the purchase still counts as paid, and the subscription owes the missing amount with
 * its next charge. If the sum cannot be booked in this way, all of it is refunded or voided. The payment then fails, so that another
 * payment may follow. The method is not stored, because it is unknown which method was charged.
 */
export const bookEarlierCharge = async (
  billing: Billing,
  answered: AnsweredAttempt<ApprovedOutcome>,
): Promise<FinishedPayment> => {
  const { work, payment, attempt, outcome } = answered
  const { approvedAmount: collected = payment.amount, approvedCurrency: currencyCode = payment.currencyCode } = outcome
  const difference = collected - payment.amount
  const owed = { transactionId: outcome.facts.transactionId, currencyCode, isCounted: false, reason: otherSum }
  if (currencyCode === payment.currencyCode && (await canBeBooked(answered, difference))) {
    const approved = { ...outcome, storedToken: null, approvedAmount: payment.amount }
    const finished = await finishAuthorization(billing, { ...answered, outcome: approved })
    if (difference === 0) return recordOutcomeDiffers(work, finished)
    const booked = updatePayment(work, finished.payment, { collectedAmount: collected })
    if (difference > 0) await openAutomaticRefund(billing, work, booked, { ...owed, amount: difference })
    else await oweShortfall(work, booked)
    return recordOutcomeDiffers(work, { payment: booked })
  }
  const failed = await finishUnbooked(billing, answered)
  if (collected === 0) return recordOutcomeDiffers(work, failed)
  if (!outcome.captured) {
    await openVoid(billing, work, failed.payment, { ...owed, amount: collected, charge: attempt })
    return recordOutcomeDiffers(work, failed)
  }
  const booked = updatePayment(work, failed.payment, { collectedAmount: collected })
  await openAutomaticRefund(billing, work, booked, { ...owed, amount: collected })
  return recordOutcomeDiffers(work, { payment: booked })
}

/** Fails the payment. If the shopper had to authenticate at their bank, the payment keeps the 3-D Secure result of the approval. */
const finishUnbooked = async (
  billing: Billing,
  answered: AnsweredAttempt<ApprovedOutcome>,
): Promise<FinishedPayment> => {
  const { work, payment, outcome } = answered
  const failed = await finishAuthorization(billing, { ...answered, outcome: { kind: 'failed', message: otherSum } })
  if (payment.authentication === null) return failed
  return { ...failed, payment: updatePayment(work, failed.payment, { authentication: outcome.facts.threeDSecure }) }
}

const otherSum = 'The processor had taken a different amount under this reference; it is refunded.'

/**
 * Whether the charged sum can be booked to the payment. A verification cannot be booked, because its purpose is to store its method. An
 * authorization that is not captured yet can be booked only if it has the exact amount. If the sum is too small, the subscription must
 * continue, so that it can owe the missing amount.
 */
const canBeBooked = async (
  { work, payment, outcome: { captured } }: AnsweredAttempt<ApprovedOutcome>,
  difference: number,
): Promise<boolean> => {
  const { amount, purpose, subscriptionId } = payment
  // A verification is never booked, and if the processor charged 0 there is nothing to book.
  if (amount === 0 || amount + difference === 0) return false
  if (difference === 0) return true
  if (!captured) return false
  if (difference > 0 || purpose === 'subscribe') return true
  return subscriptionId !== null && (await isStillBought(work, payment, subscriptionId))
}

/**
 * Whether the subscription still needs the period or the change that was claimed. If not, the money is unwanted, and the subscription does
 * not owe the missing amount.
 */
const isStillBought = async (work: Write, payment: PaymentRow, subscriptionId: string): Promise<boolean> => {
  const [subscription, [claim]] = await Promise.all([
    lockExistingSubscription(work, subscriptionId),
    work.find(claimById, [payment.claimId]),
  ])
  const { quote } = required(claim, 'claim', payment.claimId)
  return payment.purpose === 'renew'
    ? renews(subscription) && isRenewalStillOwed(quote, subscription, payment)
    : isQuotedStateCurrent(work, quote, subscription, payment)
}

const recordOutcomeDiffers = async (work: Write, finished: FinishedPayment): Promise<FinishedPayment> => {
  recordEvent(work, 'payment.outcome_differs', await presentLockedPayment(work, finished.payment))
  return finished
}
