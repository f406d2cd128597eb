import type { FraudWarning } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Records a fraud warning about a payment, once, and notifies the merchant by an event, so that they can refund the payment before it is
 * disputed. Nothing else changes, because most warnings lead to no dispute. Returns whether the warning is new.
 */
export const recordFraudWarning = async (
  work: Write,
  { paymentId, connection }: { readonly paymentId: string; readonly connection: string },
  { warningId: id, reason }: FraudWarning,
): Promise<boolean> => {
  const payment = await lockExistingPayment(work, paymentId)
  const recorded = await work.db
    .insertInto('fraudWarnings')
    .values({ connection, id, paymentId, reason, createdAt: work.now })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (recorded === undefined) return false
  recordEvent(work, 'payment.fraud_warning', await presentLockedPayment(work, payment))
  return true
}
