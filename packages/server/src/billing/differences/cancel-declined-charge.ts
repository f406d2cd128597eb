import type { FinalOutcome } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { closeReference } from '../attempts/close-reference.ts'
import { openAutomaticRefund } from '../attempts/open-refund.ts'
import { openVoid } from '../attempts/open-capture-or-void.ts'
import { errorMessageOf } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import { markMet, openObligation, recordRefusal } from '../obligations/open-obligation.ts'
import { findChargeCall, findChargeToQuery } from '../payments/find-charge-call.ts'
import { updatePayment } from '../payments/update-payment.ts'

/** The result of trying to cancel a declined charge: its final outcome, or the reason why it may still be paid. */
export type CancellationResult =
  | { readonly kind: 'certain'; readonly outcome: FinalOutcome }
  | { readonly kind: 'unsure'; readonly message: string }

/**
 * Records the obligation to cancel a declined charge, because a client that knows the charge's secret could still pay it. The first try is
 * due immediately.
 */
export const oweChargeCancellation = (
  work: Write,
  { id: paymentId, amount, currencyCode }: PaymentRow,
  transactionId: string,
): void => {
  const reason = 'The charge was declined, and a client that has its secret could still pay it.'
  const owed = { kind: 'cancel', paymentId, amount, currencyCode, transactionId, reason } as const
  // If money arrives anyway, its return is not counted as a refund of the payment, because the payment was never paid.
  openObligation(work, { ...owed, isCounted: false, attemptId: null }, work.now)
}

/**
 * Closes the reference of a declined charge at its processor. Closing moves no money, so it needs no attempt, and two servers may do it at
 * the same time. Throws if no call may be sent over the connection now.
 */
export const cancelDeclinedCharge = async (
  { database, processors }: Billing,
  { organizationId, paymentId }: Pick<ObligationRow, 'organizationId' | 'paymentId'>,
): Promise<CancellationResult> => {
  const charge = await findChargeToQuery(inOrganization(database, organizationId), paymentId)
  const processor = processors.of(charge.connection)
  try {
    const outcome = await closeReference(processor, charge)
    return outcome.kind === 'declined' && outcome.leftOpen === true
      ? { kind: 'unsure', message: 'The declined charge is not cancelled yet.' }
      : { kind: 'certain', outcome }
  } catch (error) {
    return { kind: 'unsure', message: errorMessageOf(error) }
  }
}

/**
 * Records the result of trying to cancel a declined charge. If the charge was paid anyway, captured money is booked as collected and
 * refunded, and an authorization is voided; the payment stays declined. Returns the name of the change, if any.
 */
export const finishChargeCancellation = async (
  billing: Billing,
  work: Write,
  { payment, obligation, cancelled }: CancelledObligation,
): Promise<string | undefined> => {
  if (cancelled.kind === 'unsure') {
    await recordRefusal(work, obligation, await presentLockedPayment(work, payment), cancelled.message)
    return undefined
  }
  markMet(work, obligation)
  const { outcome } = cancelled
  if (outcome.kind !== 'approved' || outcome.released === true) return 'charge.cancelled'
  const { captured, approvedAmount: amount = payment.amount, approvedCurrency = payment.currencyCode } = outcome
  if (amount === 0) return 'charge.cancelled'
  const { transactionId } = outcome.facts
  const { id } = payment
  billing.logger.error({ payment: id, transactionId, amount }, 'a declined charge was paid; the money goes back')
  const reason = 'The charge was paid after it had been declined.'
  const owed = { transactionId, amount, currencyCode: approvedCurrency, isCounted: false, reason }
  const booked = captured ? updatePayment(work, payment, { collectedAmount: amount }) : payment
  if (captured) await openAutomaticRefund(billing, work, booked, owed)
  else await openVoid(billing, work, booked, { ...owed, charge: await findChargeCall(work.db, id) })
  recordEvent(work, 'payment.outcome_differs', await presentLockedPayment(work, booked))
  return 'refund.retried'
}

interface CancelledObligation {
  /** The payment's locked row. */
  readonly payment: PaymentRow
  readonly obligation: ObligationRow
  readonly cancelled: CancellationResult
}
