import { Problem } from '@billing-checkout/contract'
import { queryRefunds, querySettlements } from '../../processors/queries/query-each.ts'
import { recordOperatorAction } from '../../store/audit/operator-actions.ts'
import { lockExistingPayment, lockPayment } from '../../store/entities/payments.ts'
import type { OperatorDecision } from '../../store/reconcile-first/reconcile-first.ts'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { Billing } from '../billing.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { lockAndFindPendingChange } from '../payments/change-being-paid.ts'
import { loadAcceptedRefund, nextRefundQueryAt } from '../payments/record-accepted-refund.ts'
import { clearDeferral, isGivenUp } from '../worklist/defer-work.ts'
import { failRefund, markRefundSucceeded } from '../outcomes/fail-refund.ts'
import { findChargeCall } from '../payments/find-charge-call.ts'
import { finishSettlement } from '../differences/finish-settlement.ts'

/** A refund that is no longer queried, because it was still pending after a month, or because the processor gave no answer for a month. */
export type GivenUpRefund = Pick<
  AcceptedRefundRow,
  'organizationId' | 'id' | 'paymentId' | 'connection' | 'transactionId'
>

/**
 * Records an operator's finding about a refund that is no longer queried, and the operator's name and reason. The finding counts like a
 * processor's answer. Queries the processor first, and throws if the answer contradicts the finding.
 */
export const resolveRefund = async (
  billing: Billing,
  refund: GivenUpRefund,
  as: 'succeeded' | 'failed',
  { who, why }: OperatorDecision,
): Promise<void> => {
  await refuseOtherRefund(billing, refund, as)
  const { organizationId, id, paymentId } = refund
  await write(billing.database, organizationId, async (work) => {
    const payment = await lockExistingPayment(work, paymentId)
    const accepted = await loadAcceptedRefund(work, id)
    if (!(await isGivenUp(work, 'refund', id)))
      throw new Problem('not_found', `The outcome of refund ${id} is already known.`)
    await clearDeferral(work, 'refund', id)
    const changing = await lockAndFindPendingChange(work, payment)
    // The plan change in flight was priced with the balance before this refund's outcome. If the outcome changed the balance now, the
    // payment of the plan change would have to be refunded.
    if (changing !== undefined) throw paymentInProgress(`Payment ${changing.id}, a plan change,`)
    if (as === 'failed')
      await failRefund(work, payment, accepted, 'The refund has failed, as an operator of the server reported.')
    else await succeedByStatement(work, payment, accepted)
    await recordOperatorAction(work.db, {
      organizationId,
      who,
      what: `refund.resolved_as_${as}`,
      subject: id,
      before: { state: accepted.state, payment_id: paymentId },
      after: { state: as },
      why,
    })
  })
}

/**
 * Records that a refund succeeded. From now on the refund is queried like any other refund that has arrived, because a bank may still
 * return it.
 */
const succeedByStatement = async (work: Write, payment: PaymentRow, accepted: AcceptedRefundRow): Promise<void> => {
  const { id, state, stateSince } = accepted
  if (state === 'pending') await markRefundSucceeded(work, payment, accepted)
  const dueAt = nextRefundQueryAt(work, { stateSince: state === 'pending' ? work.now : stateSince })
  work.update('acceptedRefunds', { id }, { dueAt, failedQuestions: 0, updatedAt: work.now })
}

/**
 * Throws if the processor contradicts the operator. If the processor rejects the query or gives no outcome, the operator's statement
 * stands.
 */
const refuseOtherRefund = async (
  { database, processors }: Billing,
  { connection, transactionId }: GivenUpRefund,
  as: 'succeeded' | 'failed',
): Promise<void> => {
  const question = { transactionIds: [transactionId], at: await readBillingClock(database) }
  const answers = await queryRefunds(processors.of(connection), question, () => {})
  refuseOtherState(connection, answers.get(transactionId)?.state, as)
}

/** Throws if a processor says that the money has arrived or failed, and the operator says the contrary. */
const refuseOtherState = (connection: string, state: string | undefined, as: string): void => {
  if (state === as || !(state === 'succeeded' || state === 'settled' || state === 'failed')) return
  throw new Problem(
    'invalid_parameter',
    `The processor of connection ${connection} itself says that it has ${state}: resolve it as ${state}.`,
  )
}

/** A payment that is no longer queried, because it did not settle within a month, or because the processor gave no answer for a month. */
export interface GivenUpSettlement {
  readonly organizationId: string
  /** The payment's id. */
  readonly id: string
}

/**
 * Records an operator's finding about the money of a payment that is no longer queried, like {@link resolveRefund}. Queries the processor
 * first, and throws if the answer contradicts the finding.
 */
export const resolveSettlement = async (
  billing: Billing,
  { organizationId, id }: GivenUpSettlement,
  as: 'settled' | 'failed',
  { who, why }: OperatorDecision,
): Promise<void> => {
  await refuseOtherSettlement(billing, { organizationId, id }, as)
  await write(billing.database, organizationId, async (work) => {
    const payment = await lockPayment(work, id)
    if (payment?.paymentStatus !== 'SETTLING') throw new Problem('not_found', `Payment ${id} is no longer settling.`)
    await clearDeferral(work, 'settlement', id)
    await finishSettlement(work, payment, as)
    await recordOperatorAction(work.db, {
      organizationId,
      who,
      what: `settlement.resolved_as_${as}`,
      subject: id,
      before: { payment_status: payment.paymentStatus },
      after: { payment_status: as === 'settled' ? 'SETTLED' : 'FAILED' },
      why,
    })
  })
}

/**
 * Throws if the processor contradicts the operator. If the processor rejects the query or gives no outcome, the operator's statement
 * stands.
 */
const refuseOtherSettlement = async (
  { database, processors }: Billing,
  { organizationId, id }: GivenUpSettlement,
  as: 'settled' | 'failed',
): Promise<void> => {
  const db = inOrganization(database, organizationId)
  const payment = await db.selectFrom('payments').select('paymentDetails').where('id', '=', id).executeTakeFirst()
  const transactionId = payment?.paymentDetails?.processor_transaction_id
  if (!transactionId) return
  const { connection } = await findChargeCall(db, id)
  const answers = await querySettlements(processors.of(connection), [transactionId], () => {})
  refuseOtherState(connection, answers.get(transactionId)?.state, as)
}
