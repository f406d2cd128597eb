import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { RequestIdentity } from '../../store/requests/request-identity.ts'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { FinishedPayment } from '../answered-attempt.ts'
import type { Billing } from '../billing.ts'
import { recordLatestTry, type ObligationDraft, openObligation } from '../obligations/open-obligation.ts'
import { findChargeCall } from '../payments/find-charge-call.ts'
import { sharesOfNextRefund } from '../payments/shares-of-refunds.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { countAttempts, deriveReference } from './derive-reference.ts'
import { type AttemptDraft, type OpenAttempt, openAttempt } from './open-attempt.ts'

/** The data from which `openRefund` records a refund. */
interface RefundDraft extends Pick<AttemptDraft, 'callsAtOnce'>, Partial<Pick<AttemptDraft, 'attemptId'>> {
  /** Minor units. */
  readonly amount: number
  readonly reason: string | null
  readonly transactionId: string
  /** The obligation that the refund fulfils; absent if a request asked for the refund. */
  readonly obligationId?: string
  /** The client's request for the refund, if it has an idempotency key. */
  readonly idempotency?: RequestIdentity | null | undefined
}

/**
 * Records a refund before any money goes back. The amount counts as refunded immediately, so that two simultaneous refunds cannot exceed
 * the payment.
 */
export const openRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { attemptId = newId('att', work), obligationId, ...draft }: RefundDraft,
): Promise<{ readonly attempt: OpenAttempt; readonly payment: PaymentRow }> => {
  const { db, now } = work
  const { amount, reason, transactionId, idempotency, callsAtOnce } = draft
  const refundId = newId('ref', work)
  const [call, shares] = await Promise.all([
    refundCall(work, payment, { amount, currencyCode: payment.currencyCode, transactionId }),
    sharesOfNextRefund(work, payment, amount),
  ])
  await db
    .insertInto('refunds')
    .values({
      id: refundId,
      paymentId: payment.id,
      amount,
      ...shares,
      status: 'pending',
      reason,
      processorTransactionId: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  const refunded = updatePayment(work, payment, { refundedAmount: payment.refundedAmount + amount })
  recordEvent(work, 'refund.created', await presentLockedPayment(work, refunded))
  const attempt = openAttempt(billing, work, {
    paymentId: payment.id,
    attemptId,
    ...call,
    idempotency,
    notes: {
      refundId,
      ...(obligationId && { obligationId }),
      ...(idempotency && { asked: { caller: idempotency.caller, key: idempotency.key } }),
    },
    callsAtOnce,
  })
  return { attempt, payment: refunded }
}

/** The call that refunds an amount of a transaction, under a new reference. */
const refundCall = async (
  work: Write,
  { id }: PaymentRow,
  { amount, currencyCode, transactionId }: Pick<OwedMoney, 'amount' | 'currencyCode' | 'transactionId'>,
): Promise<Pick<AttemptDraft, 'connection' | 'call' | 'preimage'>> => {
  const [charge, earlier] = await Promise.all([findChargeCall(work.db, id), countAttempts(work, id, 'refund')])
  const basis = ['refund', charge.processorKey, earlier + 1] as const
  const { reference, preimage } = deriveReference(work.organizationId, basis)
  const request = { reference, transactionId, amount, currency: currencyCode, at: work.now }
  return { connection: charge.connection, call: { kind: 'refund', request }, preimage }
}

/** Money that we owe to the payer: the amount, the transaction to refund, and the reason. */
type OwedMoney = Omit<ObligationDraft, 'kind' | 'paymentId' | 'attemptId'>

/**
 * Refunds money that the server owes, without a merchant's request. This records the obligation and its first attempt, and
 * `completeAttempts` makes the call. If the processor refuses, the refund is retried until it succeeds. If a dispute has withdrawn money of
 * the payment, this records only the obligation, because the bank may give the payer the same money. After the bank's decision, {@link
 * obligationWork} refunds what is still owed.
 */
export const openAutomaticRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  owed: OwedMoney,
): Promise<FinishedPayment> => {
  const { amount, currencyCode, transactionId, isCounted, reason } = owed
  const what = {
    amount,
    currencyCode,
    transactionId,
    isCounted,
    reason,
    kind: 'refund',
    paymentId: payment.id,
  } as const
  if (payment.disputedAmount > 0) {
    openObligation(work, { ...what, attemptId: null })
    return { payment }
  }
  const attemptId = newId('att', work)
  return tryRefund(billing, work, payment, { ...what, attemptId, id: openObligation(work, { ...what, attemptId }) })
}

/** Records an attempt at an owed refund: another one, or the first if the refund was postponed. */
export const retryRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  obligation: ObligationRow,
): Promise<FinishedPayment> => {
  const attemptId = newId('att', work)
  recordLatestTry(work, obligation, attemptId)
  return tryRefund(billing, work, payment, { ...obligation, attemptId })
}

const tryRefund = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  {
    id: obligationId,
    attemptId,
    isCounted,
    amount,
    currencyCode,
    transactionId,
    reason,
  }: OwedMoney & { readonly id: string; readonly attemptId: string },
): Promise<FinishedPayment> => {
  if (isCounted) {
    const draft = { amount, reason, transactionId, attemptId, obligationId, callsAtOnce: false } as const
    return { payment: (await openRefund(billing, work, payment, draft)).payment }
  }
  openAttempt(billing, work, {
    paymentId: payment.id,
    attemptId,
    ...(await refundCall(work, payment, { amount, currencyCode, transactionId })),
    notes: { obligationId },
    callsAtOnce: false,
  })
  return { payment }
}
