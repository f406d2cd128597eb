import { declines } from '@billing-checkout/contract'
import { paymentStatusAfter } from '@billing-checkout/domain'
import type { FinalOutcome, ProcessorFacts } from '../../processors/processor.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import type { AttemptRow, PaymentRow } from '../../store/rows.ts'
import { oweDetachment } from '../../store/writes/owe-detachment.ts'
import type { Write } from '../../store/writes/write.ts'
import type { AnsweredAttempt, ApprovedOutcome, FinishedPayment } from '../answered-attempt.ts'
import { reportedMethodColumns } from '../attempts/reported-method-columns.ts'
import { mayBeDuplicatePurchase } from '../attempts/lock-attempt.ts'
import { openCapture, openVoid } from '../attempts/open-capture-or-void.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import type { Billing } from '../billing.ts'
import { recordApproval, recordDecline } from '../checks/declines-of-address.ts'
import { oweChargeCancellation } from '../differences/cancel-declined-charge.ts'
import { oweLostPeriod } from '../differences/finish-settlement.ts'
import { oweEmailOfPayment } from '../emails/owe-email-of-payment.ts'
import { capturedColumns, type PaymentChange, statusReason, updatePayment } from '../payments/update-payment.ts'
import { finishUnpaidRenewal } from '../subscriptions/dun-subscription.ts'
import { applyPaidPurpose } from './apply-paid-purpose.ts'
import type { MethodToken } from './attach-method.ts'

/**
 * Records the outcome of a charge or verification in the payment's row. After an approval, {@link applyPaidPurpose} applies the payment's
 * purpose. If the money is only authorized, its capture is recorded as another attempt. An approval of less than requested counts as a
 * decline, and the approved amount is refunded or voided. If an approval is higher than requested, the excess is refunded.
 */
export const finishAuthorization = async (billing: Billing, answered: AnsweredAttempt): Promise<FinishedPayment> => {
  const { work, payment, attempt, outcome } = answered
  const finished = await recordOutcome(billing, { ...answered, outcome: declinePartialApproval(outcome, payment) })
  if (isFailedChange(finished.payment)) await oweLostPeriod(work, finished.payment)
  if (outcome.kind !== 'approved') return finished
  const { approvedAmount, captured, released, facts, storedToken } = outcome
  await forgetUnattached(billing, answered, finished.payment, storedToken)
  if (approvedAmount === undefined || released === true) return finished
  const isTooMuch = approvedAmount > payment.amount
  // An authorization that is not captured yet will be captured with the requested amount, so it has no excess.
  const amount = isTooMuch ? (captured ? approvedAmount - payment.amount : 0) : approvedAmount
  if (approvedAmount === payment.amount || amount === 0) return finished
  const owed = {
    charge: attempt,
    transactionId: facts.transactionId,
    amount,
    currencyCode: payment.currencyCode,
    isCounted: false,
    reason: isTooMuch ? 'More was approved than was requested.' : lessApproved,
  }
  if (captured) await openAutomaticRefund(billing, work, finished.payment, owed)
  else await openVoid(billing, work, finished.payment, owed)
  return finished
}

/**
 * Deletes the stored card of an approval that is voided or refunded. The shopper allowed its storage for a purchase that no longer exists,
 * and could not detach the card, because no list shows it.
 */
const forgetUnattached = async (
  billing: Billing,
  { work, attempt }: AnsweredAttempt,
  { paymentMethodId, paymentMethod }: PaymentRow,
  storedToken: string | null,
): Promise<void> => {
  if (paymentMethodId !== null || paymentMethod === null) return
  const { organizationId } = work
  const { connection } = attempt
  await forgetVaulted(billing, work, attempt)
  if (storedToken === null || processorEvenIfPaused(billing.processors, connection).needsCardNumber) return
  await oweDetachment(work.db, { organizationId, id: paymentMethod.id, connection, processorToken: storedToken })
}

/** Whether a plan change or recovery failed or was unwanted, so that its subscription stays in its current period. */
const isFailedChange = ({ purpose, paymentStatus, statusReason: reason }: PaymentRow): boolean =>
  (purpose === 'change_plan' || purpose === 'recover') &&
  (paymentStatus === 'DECLINED' ||
    paymentStatus === 'CANCELLED' ||
    paymentStatus === 'FAILED' ||
    reason?.status === 'unwanted')

/** The outcome as it counts for the payment: an approval of less than requested is a decline. */
const declinePartialApproval = (answer: FinalOutcome, { amount }: PaymentRow): FinalOutcome =>
  answer.kind === 'approved' && (answer.approvedAmount ?? amount) < amount
    ? { kind: 'declined', facts: answer.facts, declineCode: 'insufficient_funds', message: lessApproved }
    : answer

const lessApproved = 'Less was approved than was requested.'

const recordOutcome = async (billing: Billing, answered: AnsweredAttempt): Promise<FinishedPayment> => {
  const { work, payment, attempt } = answered
  const { notes } = attempt.request
  const decided = failIfReleased(answered.outcome)
  const outcome = payment.paymentType === 'MIT' ? declineIfAbandoned(decided) : decided
  if (outcome.kind !== 'approved') await forgetVaulted(billing, work, attempt)
  switch (outcome.kind) {
    case 'approved':
      return finishApproved(billing, {
        ...answered,
        payment: { ...payment, ...reportedMethodColumns(billing, notes, outcome) },
        outcome,
      })
    case 'declined': {
      const declined = updatePayment(work, payment, {
        ...factColumns(outcome.facts),
        ...methodColumns({ ...payment, ...reportedMethodColumns(billing, notes, outcome) }),
        paymentStatus: paymentStatusAfter(payment.paymentStatus, 'declined'),
        statusReason: statusReason('declined', outcome.declineCode, outcome.message, outcome.advice),
      })
      if (payment.purpose === 'renew') {
        await finishUnpaidRenewal(work, payment, {
          kind: 'declined',
          mayRetry: mayRetry(outcome),
          declineCode: outcome.declineCode,
        })
      }
      if (outcome.leftOpen) oweChargeCancellation(work, declined, outcome.facts.transactionId)
      recordDecline(billing, work, notes.address)
      return { payment: declined }
    }
    case 'abandoned':
      return {
        payment: updatePayment(work, payment, {
          ...factColumns(outcome.facts),
          paymentStatus: paymentStatusAfter(payment.paymentStatus, 'abandoned'),
          statusReason: statusReason('cancelled', 'authentication_abandoned', outcome.message),
        }),
      }
    case 'failed': {
      const failed = updatePayment(work, payment, {
        paymentStatus: paymentStatusAfter(payment.paymentStatus, 'failed'),
        statusReason: statusReason('failed', 'processing_error', outcome.message),
      })
      if (payment.purpose === 'renew') {
        const { lockedOut = false, refused = false, message } = outcome
        await finishUnpaidRenewal(
          work,
          payment,
          refused ? { kind: 'refused', message } : { kind: 'failed', isCounted: !lockedOut },
        )
      }
      return { payment: failed }
    }
  }
}

/** Whether dunning may try the same method again. The issuer's advice decides this; without advice, the decline code does. */
const mayRetry = ({ declineCode, advice }: Extract<FinalOutcome, { kind: 'declined' }>): boolean =>
  advice === undefined ? declines[declineCode].retryable : advice !== 'do_not_try_again'

/** Turns an abandoned charge that was made without the shopper into a decline, because the bank asked for a shopper who was not there. */
const declineIfAbandoned = (outcome: FinalOutcome): FinalOutcome =>
  outcome.kind === 'abandoned' ? { ...outcome, kind: 'declined', declineCode: 'authentication_required' } : outcome

/** Turns an authorization that was released before its capture into a failure, because it was never paid. */
const failIfReleased = (outcome: FinalOutcome): FinalOutcome =>
  outcome.kind === 'approved' && outcome.released === true && !outcome.captured
    ? { kind: 'failed', message: 'The authorization was voided before its money was taken.' }
    : outcome

/**
 * Applies the purpose of an approved payment, and opens the capture of its money, unless the processor has captured it already. If the
 * payment is unwanted, this opens a void or a refund instead.
 */
const finishApproved = async (
  billing: Billing,
  approval: AnsweredAttempt<ApprovedOutcome>,
): Promise<FinishedPayment> => {
  const { work, attempt, payment, outcome, paidRows } = approval
  const authorized = paymentStatusAfter(payment.paymentStatus, 'authorized')
  // A verification authorizes no money, so there is nothing to capture.
  const captured = outcome.captured || payment.amount === 0
  const approved = updatePayment(work, payment, {
    ...factColumns(outcome.facts),
    ...methodColumns(payment),
    ...(captured ? capturedColumns(work, authorized) : { paymentStatus: authorized, dueAt: null }),
    statusReason: statusReason('approved', null, null),
  })
  const { isWanted, ...applied } = await applyPaidPurpose(work, approved, tokenOf(billing, approval), {
    mayBeDuplicate: mayBeDuplicatePurchase(attempt),
    paidRows,
  })
  recordApproval(billing, work, approved)
  const authorization = { charge: attempt, transactionId: outcome.facts.transactionId }
  const { amount, currencyCode } = payment
  if (!isWanted) {
    const reason = reasons[payment.purpose === 'subscribe' ? 'bought' : 'changed']
    const unwanted = { ...authorization, amount, currencyCode, isCounted: true, reason }
    const unwantedPayment = updatePayment(work, applied.payment, {
      statusReason: statusReason('unwanted', null, reason),
    })
    // A verification moved no money, so nothing is refunded.
    if (amount === 0) return { ...applied, payment: unwantedPayment, refunds: [] }
    if (captured) return openAutomaticRefund(billing, work, unwantedPayment, unwanted)
    await openVoid(billing, work, unwantedPayment, unwanted)
    return { ...applied, payment: unwantedPayment, refunds: [] }
  }
  if (!captured) await openCapture(billing, work, applied.payment, authorization)
  oweEmailOfPayment(work, applied.payment, applied.subscription ?? null)
  return { ...applied, refunds: [] }
}

const reasons = {
  bought: 'Another payment under the same e-mail address has bought the plan while this one waited.',
  changed: 'The subscription was cancelled or changed while the charge was in flight.',
}

const tokenOf = (
  { processors }: Billing,
  { attempt, outcome }: AnsweredAttempt<ApprovedOutcome>,
): MethodToken | null => {
  const { storedToken, facts } = outcome
  const { needsCardNumber } = processorEvenIfPaused(processors, attempt.connection)
  const token = needsCardNumber ? attempt.request.notes.vaultId : storedToken
  if (token == null) return null
  return {
    connection: attempt.connection,
    token,
    networkPaymentId: facts.networkPaymentId,
    authenticationId: facts.threeDSecure?.transaction_id ?? null,
  }
}

/** Deletes the attempt's card from our vault, if it was put there for later charges. */
const forgetVaulted = async (
  { vault }: Billing,
  { db, organizationId }: Write,
  { request }: AttemptRow,
): Promise<void> => {
  const { vaultId } = request.notes
  if (vaultId !== undefined) await vault.forget(db, { organizationId, id: vaultId })
}

const methodColumns = ({ paymentMethod, fingerprint }: PaymentRow): PaymentChange => ({ paymentMethod, fingerprint })

const factColumns = (facts: ProcessorFacts): PaymentChange => ({
  paymentTokenType: facts.tokenType,
  avsCheck: { result: { postal_code: facts.avs.postalCode, street_address: facts.avs.streetAddress } },
  cvcCheck: { result: { cvc: facts.cvc } },
  paymentDetails: {
    arn: facts.arn,
    auth_code: facts.authCode,
    network_payment_id: facts.networkPaymentId,
    processor_transaction_id: facts.transactionId,
  },
  processor: {
    description: facts.processor.description,
    id: facts.processor.id,
    processor_merchant_id: facts.processor.merchantId,
    type: facts.processor.type,
  },
  authentication: facts.threeDSecure,
})
