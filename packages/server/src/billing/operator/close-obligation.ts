import { Problem } from '@billing-checkout/contract'
import { recordOperatorAction } from '../../store/audit/operator-actions.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import type { OperatorDecision } from '../../store/reconcile-first/reconcile-first.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { ObligationRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { voidedColumns } from '../outcomes/finish-capture-or-void.ts'
import { findOpenTry, loadObligation, markClosed } from '../obligations/open-obligation.ts'
import { lookUpAuthorization } from '../attempts/query-processor.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Closes an obligation because an operator says that it was met outside of this server or is not owed. The worker stops retrying, and the
 * operator's name and reason are stored. If the obligation was to void an authorization, an authorized payment becomes cancelled. Throws if
 * that authorization was captured after all, because we still owe the money, or if the obligation is not open or a try is in flight.
 */
export const closeObligation = async (
  billing: Billing,
  { organizationId, id, paymentId, kind }: Pick<ObligationRow, 'organizationId' | 'id' | 'paymentId' | 'kind'>,
  { who, why }: OperatorDecision,
): Promise<void> => {
  const authorization = kind === 'void' ? await lookUpAuthorization(billing, { organizationId, paymentId }) : undefined
  if (authorization === 'captured') {
    throw new Problem(
      'invalid_parameter',
      `The money of payment ${paymentId} was captured: the server refunds it by itself.`,
    )
  }
  await write(billing.database, organizationId, async (work) => {
    const payment = await lockExistingPayment(work, paymentId)
    const obligation = await loadObligation(work, id)
    if (obligation.state !== 'open') throw new Problem('not_found', `Obligation ${id} is already ${obligation.state}.`)
    // The outcome of a try in flight outweighs the operator's statement.
    const tried = await findOpenTry(work, obligation)
    if (tried !== undefined)
      throw new Problem('invalid_parameter', `A try of it is in flight: see attempt show ${tried.id}.`)
    markClosed(work, obligation, why)
    if (kind === 'void' && payment.paymentStatus === 'AUTHORIZED') {
      const cancelled = updatePayment(work, payment, voidedColumns(payment))
      recordEvent(work, 'payment.updated', await presentLockedPayment(work, cancelled))
    }
    const { state, tries, lastFailure } = obligation
    await recordOperatorAction(work.db, {
      organizationId,
      who,
      what: 'obligation.closed',
      subject: id,
      before: { state, payment_id: paymentId, kind, tries, last_failure: lastFailure },
      after: { state: 'closed' },
      why,
    })
  })
}
