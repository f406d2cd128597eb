import { removeFailedSource } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import { type LockedSubscription, lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { ledgerColumns, ledgerOf, sourceOf } from '../subscriptions/credit-ledger.ts'
import { hasCreditMoved, lockCredit, takeBackAllMovedCredit } from '../credit/credit-elsewhere.ts'
import { creditRecheckColumns } from '../subscriptions/processed-columns.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { dunSubscription, failedPaymentEmail } from '../subscriptions/dun-subscription.ts'
import { cancelAsScheduled, oweEmailOfUnpaidEnd, renews } from '../subscriptions/end-subscription.ts'
import { restatePricePart } from '../tax/paid-tax.ts'
import { shortfallOf } from '../payments/shares-of-refunds.ts'

/**
 * Makes a subscription owe a payment's purchase again, because the payment's money never arrived. If the payment was for the current
 * period, the same claim is owed at its frozen price, and the subscription becomes past due; if it is scheduled for cancellation, it ends
 * now. If another period has begun or is being paid, or if the payment has become credit, the sum is added to the next charge instead. If
 * the subscription is cancelled already, it can no longer resume for free, and what it owes for its running period is written off.
 */
export const reopenClaim = async (work: Write, payment: PaymentRow): Promise<void> => {
  if (payment.subscriptionId === null) return
  await lockCredit(work, payment)
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const pending = await findPendingPeriodCharge(work, subscription)
  const paysPeriod = subscription.periodPaymentId === payment.id
  const isCredit = await hasBecomeCredit(work, subscription, payment)
  if (paysPeriod && !isCredit && pending === undefined) return reopenPeriodClaim(work, subscription, payment)
  // If the pending change fails, the subscription stays in this period, which is then owed.
  const mayBeOwedAtOnce = paysPeriod && !isCredit && pending?.purpose !== 'renew'
  await addToNextCharge(work, subscription, payment, { keepsPayment: !paysPeriod || mayBeOwedAtOnce })
}

/** Whether a change has turned a payment's money into credit, wherever that credit is now. */
const hasBecomeCredit = async (
  work: Write,
  { status, creditEntries, periodPaymentId, periodPaidAmount }: LockedSubscription,
  payment: PaymentRow,
): Promise<boolean> => {
  if ((creditEntries ?? []).some(({ source }) => source.id === payment.id)) return true
  // The entry may be missing: a refund may have taken all of the credit, and credit that is restored later has no source.
  const isExchanged = status === 'cancelled' && periodPaymentId === payment.id && periodPaidAmount === 0
  return isExchanged || hasCreditMoved(work, payment)
}

/**
 * Makes a subscription owe immediately what {@link reopenClaim} added to its next charge while a plan change or recovery was being paid.
 * Called if the payment for the change or recovery fails, because the next charge may be a year away or may never happen.
 */
export const reopenAfterFailedChange = async (
  work: Write,
  subscription: LockedSubscription,
  payment: PaymentRow,
): Promise<void> => {
  if ((await findPendingPeriodCharge(work, subscription)) !== undefined) return
  const change = {
    balanceAmount: subscription.balanceAmount + (await lostPartOf(work, subscription, payment)),
    lostPaymentId: null,
  }
  updateSubscription(work, subscription, change)
  await reopenPeriodClaim(work, { ...subscription, ...change }, payment)
  if (subscription.status === 'cancelled') await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
}

const reopenPeriodClaim = async (work: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<void> => {
  const owing = await withoutShortage(work, subscription, payment)
  updateSubscription(work, owing, { periodPaidAmount: 0, ...creditRecheckColumns(owing) })
  if (owing.status === 'scheduled_for_cancellation') {
    await cancelAsScheduled(work, owing)
    // An earlier email promised a later end, so the customer gets another email.
    oweEmailOfUnpaidEnd(work, owing)
  } else if (renews(owing)) await oweClaimAgain(work, owing, payment)
  else if (owing !== subscription) await recordSubscriptionEvent(work, owing.id, 'subscription.updated')
}

/**
 * Removes a payment's shortage (the part that the processor did not collect) from the subscription's balance. The subscription now owes
 * either the whole payment again or nothing, so it must not also owe the shortage.
 */
const withoutShortage = async (
  work: Write,
  subscription: LockedSubscription,
  payment: PaymentRow,
): Promise<LockedSubscription> => {
  const shortage = shortfallOf(payment)
  if (shortage.minor === 0) return subscription
  const shortPart = await restatePricePart(work.db, subscription, payment, shortage)
  const change = { balanceAmount: subscription.balanceAmount + shortPart }
  updateSubscription(work, subscription, change)
  return { ...subscription, ...change }
}

const oweClaimAgain = async (work: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<void> => {
  updateSubscription(work, subscription, { owedClaimId: payment.claimId })
  await dunSubscription(work, subscription, {
    attempts: await triesOf(work, payment),
    mayRetry: true,
    since: subscription.pastDueSince ?? payment.createdAt,
    email: failedPaymentEmail(payment),
  })
}

/** The pending charge that opens another period if it succeeds: a renewal, a plan change or a recovery. */
const findPendingPeriodCharge = (
  { db }: Write,
  { id }: LockedSubscription,
): Promise<Pick<PaymentRow, 'purpose'> | undefined> =>
  db
    .selectFrom('payments')
    .select('purpose')
    .where('subscriptionId', '=', id)
    .where('paymentStatus', '=', sql.lit('PENDING'))
    .where('purpose', 'in', ['renew', 'change_plan', 'recover'])
    .executeTakeFirst()

/**
 * Adds the lost price to the balance as a surcharge, which is taxed when it is charged. The price includes a refunded part, because the
 * payer received that refund although their payment never arrived. It excludes the shortage (the part that the processor did not collect),
 * which is already a surcharge or has been charged.
 */
const addToNextCharge = async (
  work: Write,
  subscription: LockedSubscription,
  payment: PaymentRow,
  { keepsPayment }: { readonly keepsPayment: boolean },
): Promise<void> => {
  // The customer owes the whole price again, less the credit from this payment that was taken back elsewhere.
  const takenMinor = await takeBackAllMovedCredit(work, payment, subscription.paidTax)
  const lostMinor = (await lostPartOf(work, subscription, payment)) - takenMinor
  updateSubscription(work, subscription, {
    ...ledgerColumns(removeFailedSource(ledgerOf(subscription), sourceOf(payment.id), lostMinor)),
    ...creditRecheckColumns(subscription),
    ...(subscription.periodPaymentId === payment.id && { periodPaidAmount: 0, lostPaymentId: payment.id }),
    ...(!keepsPayment && { periodPaymentId: null }),
  })
  await recordSubscriptionEvent(work, subscription.id, 'subscription.updated')
}

const lostPartOf = ({ db }: Write, subscription: LockedSubscription, payment: PaymentRow): Promise<number> => {
  const short = shortfallOf(payment)
  const lost = { minor: payment.amount - short.minor, taxMinor: (payment.tax?.amount_tax ?? 0) - short.taxMinor }
  return restatePricePart(db, subscription, payment, lost)
}

/**
 * Counts the payments of a claim, whatever their outcome. Therefore dunning gives up on a method whose money never arrives, just as on a
 * method that is declined.
 */
const triesOf = async ({ db }: Write, { claimId }: PaymentRow): Promise<number> => {
  const { tries } = await db
    .selectFrom('payments')
    .select((payments) => payments.fn.countAll<number>().as('tries'))
    .where('claimId', '=', claimId)
    .executeTakeFirstOrThrow()
  return tries
}
