import { declines } from '@billing-checkout/contract'
import { paymentAfter } from '@billing-checkout/domain'
import type { FinalOutcome, Processor, ProcessorFacts } from '../../processors/processor.ts'
import { processorEvenIfPaused } from '../../processors/processors.ts'
import type { AttemptRow, PaymentRow } from '../../store/rows.ts'
import { oweDetachment } from '../../store/writes/owe-detachment.ts'
import type { Write } from '../../store/writes/write.ts'
import { applyPaidPurpose, type MethodToken } from './apply-paid-purpose.ts'
import type { Billing } from '../billing.ts'
import type { PaidRows } from '../attempts/lock-attempt.ts'
import { countApproval, countDecline } from '../checks/count-outcome.ts'
import { discoveredDetails } from './discovered-details.ts'
import { finishUnpaidRenewal } from '../subscriptions/dun-subscription.ts'
import { oweEmailOfPayment } from '../emails/owe-email-of-payment.ts'
import { oweCancellation } from '../differences/cancel-declined.ts'
import { oweLostPeriod } from '../differences/finish-settlement.ts'
import { openCapture, openVoid } from '../attempts/open-capture-or-void.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import { capturedColumns } from '../payments/captured-columns.ts'
import { statusReason } from '../payments/status-reason.ts'
import type { FinishedPayment } from '../payments/finished-payment.ts'
import { type PaymentChange, updatePayment } from '../payments/update-payment.ts'

/**
 * Records the outcome of a charge or verification. If it is paid, applies the payment's purpose. An approval of less than requested counts
 * as a decline, and the approved amount is refunded or voided. If an approval is higher than requested, the excess is refunded.
 */
export const finishAuthorization = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  answer: FinalOutcome,
  charge: AnsweredCharge,
): Promise<FinishedPayment> => {
  const finished = await recordOutcome(billing, work, payment, declinePartialApproval(answer, payment), charge)
  if (isFailedChange(finished.payment)) await oweLostPeriod(work, finished.payment)
  if (answer.kind === 'approved') await forgetUnattached(billing, work, finished.payment, { outcome: answer, charge })
  if (answer.kind !== 'approved' || answer.approvedAmount === undefined || answer.released === true) return finished
  const { approvedAmount, captured } = answer
  const isTooMuch = approvedAmount > payment.amount
  // An authorization that is not captured yet will be captured with the requested amount, so it has no excess.
  const amount = isTooMuch ? (captured ? approvedAmount - payment.amount : 0) : approvedAmount
  if (approvedAmount === payment.amount || amount === 0) return finished
  const owed = {
    charge,
    transactionId: answer.facts.transactionId,
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
  work: Write,
  { paymentMethodId, paymentMethod }: PaymentRow,
  { outcome, charge }: Omit<Approval, 'vaultId'>,
): Promise<void> => {
  if (paymentMethodId !== null || paymentMethod === null) return
  const { organizationId } = work
  const { vaultId } = charge.request.notes
  if (vaultId !== undefined) await billing.vault.forget(work.db, { organizationId, id: vaultId })
  const { connection } = charge
  const { storedToken } = outcome
  if (storedToken === null || processorEvenIfPaused(billing.processors, connection).needsCardNumber) return
  await oweDetachment(work.db, { organizationId, id: paymentMethod.id, connection, processorToken: storedToken })
}

/** Whether a plan change or recovery failed, so that its subscription stays in its current period. */
const isFailedChange = ({ purpose, paymentStatus, statusReason: reason }: PaymentRow): boolean =>
  (purpose === 'change_plan' || purpose === 'recover') &&
  (paymentStatus === 'DECLINED' ||
    paymentStatus === 'CANCELLED' ||
    paymentStatus === 'FAILED' ||
    reason?.status === 'unwanted')

/** The attempt at a charge whose outcome is recorded. */
interface AnsweredCharge extends Pick<AttemptRow, 'connection' | 'processorKey' | 'request' | 'action'> {
  /** See {@link HowPaid.paidRows}. */
  readonly paidRows?: PaidRows | undefined
}

/**
 * See {@link HowPaid.mayBeDouble}. True if the shopper had to approve at their bank, which takes long enough for another purchase, or if
 * another payment was waiting for such an approval when this one began.
 */
export const mayBeDouble = ({ action, request }: Pick<AttemptRow, 'action' | 'request'>): boolean =>
  action !== null || request.notes.competesWithChallenge === true

/** The outcome as it counts for the payment: an approval of less than requested is a decline. */
const declinePartialApproval = (answer: FinalOutcome, { amount }: PaymentRow): FinalOutcome =>
  answer.kind === 'approved' && (answer.approvedAmount ?? amount) < amount
    ? { kind: 'declined', facts: answer.facts, declineCode: 'insufficient_funds', message: lessApproved }
    : answer

const lessApproved = 'Less was approved than was requested.'

const recordOutcome = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  answer: FinalOutcome,
  charge: AnsweredCharge,
): Promise<FinishedPayment> => {
  const { notes } = charge.request
  const { vaultId } = notes
  const outcome = payment.paymentType === 'MIT' ? withoutShopper(withoutReleased(answer)) : withoutReleased(answer)
  if (vaultId !== undefined && outcome.kind !== 'approved') {
    await billing.vault.forget(work.db, { organizationId: work.organizationId, id: vaultId })
  }
  switch (outcome.kind) {
    case 'approved':
      return finishApproved(
        billing,
        work,
        { ...payment, ...discoveredDetails(billing, notes, outcome) },
        { outcome, charge, vaultId },
      )
    case 'declined': {
      const declined = updatePayment(work, payment, {
        ...factColumns(outcome.facts),
        ...methodColumns({ ...payment, ...discoveredDetails(billing, notes, outcome) }),
        paymentStatus: paymentAfter(payment.paymentStatus, 'declined'),
        statusReason: statusReason('declined', outcome.declineCode, outcome.message, outcome.advice),
      })
      if (payment.purpose === 'renew') {
        await finishUnpaidRenewal(work, payment, {
          kind: 'declined',
          mayRetry: mayRetry(outcome),
          declineCode: outcome.declineCode,
        })
      }
      if (outcome.leftOpen) oweCancellation(work, declined, outcome.facts.transactionId)
      countDecline(billing, work, notes.address)
      return { payment: declined }
    }
    case 'abandoned': {
      const abandoned = updatePayment(work, payment, {
        ...factColumns(outcome.facts),
        paymentStatus: paymentAfter(payment.paymentStatus, 'abandoned'),
        statusReason: statusReason('cancelled', 'authentication_abandoned', outcome.message),
      })
      return { payment: abandoned }
    }
    case 'failed': {
      const failed = updatePayment(work, payment, {
        paymentStatus: paymentAfter(payment.paymentStatus, 'failed'),
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

/**
 * Whether dunning may try the same method again. The issuer's advice decides; without advice, the usual meaning of the decline code does.
 */
const mayRetry = ({ declineCode, advice }: Extract<FinalOutcome, { kind: 'declined' }>): boolean =>
  advice === undefined ? declines[declineCode].retryable : advice !== 'do_not_try_again'

/** Turns an abandoned charge that was made without the shopper into a decline, because the bank asked for a shopper who was not there. */
const withoutShopper = (outcome: FinalOutcome): FinalOutcome =>
  outcome.kind === 'abandoned' ? { ...outcome, kind: 'declined', declineCode: 'authentication_required' } : outcome

/** Turns an authorization that was released before its capture into a failure, because it was never paid. */
const withoutReleased = (outcome: FinalOutcome): FinalOutcome =>
  outcome.kind === 'approved' && outcome.released === true && !outcome.captured
    ? { kind: 'failed', message: 'The authorization was voided before its money was taken.' }
    : outcome

type Approved = Extract<FinalOutcome, { kind: 'approved' }>

/** An approval, the attempt that it answers, and the id of the charged card in our vault. */
interface Approval {
  readonly outcome: Approved
  readonly charge: AnsweredCharge
  readonly vaultId: string | undefined
}

/**
 * Captures the approved amount, unless the processor has captured it already, and applies the payment's purpose. If the payment is
 * unwanted, its money is voided or refunded.
 */
const finishApproved = async (
  billing: Billing,
  work: Write,
  payment: PaymentRow,
  { outcome, charge, vaultId }: Approval,
): Promise<FinishedPayment> => {
  const authorized = paymentAfter(payment.paymentStatus, 'authorized')
  // A verification authorizes no money, so there is nothing to capture.
  const captured = outcome.captured || payment.amount === 0
  const { transactionId } = outcome.facts
  const approved = updatePayment(work, payment, {
    ...factColumns(outcome.facts),
    ...methodColumns(payment),
    ...(captured ? capturedColumns(work, authorized) : { paymentStatus: authorized, dueAt: null }),
    statusReason: statusReason('approved', null, null),
  })
  const { isWanted, ...applied } = await applyPaidPurpose(
    work,
    approved,
    tokenOf(processorEvenIfPaused(billing.processors, charge.connection), { outcome, charge, vaultId }),
    { mayBeDouble: mayBeDouble(charge), paidRows: charge.paidRows },
  )
  countApproval(billing, work, approved)
  const authorization = { charge, transactionId }
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

const tokenOf = (processor: Processor, { outcome, charge, vaultId }: Approval): MethodToken | null => {
  const { storedToken, facts } = outcome
  const token = processor.needsCardNumber ? vaultId : storedToken
  if (token == null) return null
  return {
    connection: charge.connection,
    token,
    networkPaymentId: facts.networkPaymentId,
    authenticationId: facts.threeDSecure?.transaction_id ?? null,
  }
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
