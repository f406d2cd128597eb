import type { FinalOutcome } from '../processors/processor.ts'
import { sql } from 'kysely'
import type { PaymentRow } from '../store/rows.ts'
import type { AttemptNotes } from '../store/schema/attempts.ts'
import type { Write } from '../store/write.ts'
import type { FinishedPayment } from './finished-payment.ts'
import { pricePart } from './shares-of-refunds.ts'
import { updatePayment } from './update-payment.ts'

/** Writes down what became of a refund; one that did not succeed can be asked for again (decisions 8 and 10). */
export const finishRefund = async (
  work: Write,
  payment: PaymentRow,
  outcome: FinalOutcome,
  { refundId }: AttemptNotes,
): Promise<FinishedPayment> => {
  const { db, organizationId, now } = work
  const succeeded = outcome.kind === 'approved'
  const { amount, taxAmount } = await db
    .updateTable('refunds')
    .set({
      status: succeeded ? 'succeeded' : 'failed',
      processorTransactionId: 'facts' in outcome ? outcome.facts.transactionId : null,
      updatedAt: now,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', refundId!)
    .returning(['amount', 'taxAmount'])
    .executeTakeFirstOrThrow()
  const givenUp = succeeded ? 0 : amount
  const finished = updatePayment(work, payment, { refundedAmount: payment.refundedAmount - givenUp })
  if (succeeded) await lowerPeriodCost(work, payment, pricePart(payment, amount, taxAmount))
  return { payment: finished }
}

/** What was given back is no longer part of what the running period cost, and earns no credit (decisions 7, Proration). */
const lowerPeriodCost = async ({ db, organizationId }: Write, payment: PaymentRow, amount: number): Promise<void> => {
  if (payment.subscriptionId === null) return
  await db
    .updateTable('subscriptions')
    .set({ periodCostAmount: sql<number>`greatest(period_cost_amount - ${amount}, 0)` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', payment.subscriptionId)
    .where('periodPaymentId', '=', payment.id)
    .execute()
}
