import { Problem } from '@billing-checkout/contract'
import { askForSettlements } from '../../processors/questions/ask-for-settlements.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { recordOperatorAction } from '../../store/audit/operator-actions.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import type { Decided } from '../../store/reconcile-first/reconcile-first.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { findCharge } from '../payments/find-charge.ts'
import { clearDeferral } from '../worklist/defer-work.ts'
import { finishSettlement } from '../differences/finish-settlement.ts'

/** A payment that is no longer queried, because it did not settle for a month. */
export interface GivenUpSettlement {
  readonly organizationId: string
  /** The payment's id. */
  readonly id: string
}

/**
 * Records an operator's finding about the money of a payment that is no longer queried, by the same rules as a processor's answer, and
 * stores the operator's name and reason. It queries the processor first, and throws if the answer differs.
 */
export const resolveSettlement = async (
  billing: Billing,
  { organizationId, id }: GivenUpSettlement,
  as: 'settled' | 'failed',
  { who, why }: Decided,
): Promise<void> => {
  await refuseAgainstProcessor(billing, { organizationId, id }, as)
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

/** Throws if the processor contradicts the operator. If it rejects the query or gives no outcome, the operator's statement stands. */
const refuseAgainstProcessor = async (
  { database, processors }: Billing,
  { organizationId, id }: GivenUpSettlement,
  as: 'settled' | 'failed',
): Promise<void> => {
  const db = inOrganization(database, organizationId)
  const payment = await db.selectFrom('payments').select('paymentDetails').where('id', '=', id).executeTakeFirst()
  const transactionId = payment?.paymentDetails?.processor_transaction_id
  if (!transactionId) return
  const { connection } = await findCharge(db, id)
  const answers = await askForSettlements(processors.of(connection), [transactionId], () => {})
  const state = answers.get(transactionId)?.state
  if ((state === 'settled' || state === 'failed') && state !== as)
    throw new Problem(
      'invalid_parameter',
      `The processor of connection ${connection} itself says that it has ${state}: resolve it as ${state}.`,
    )
}
