import type { FraudWarning } from '../../processors/processor.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { lockExistingPayment } from '../../store/entities/payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/write.ts'

/**
 * Records that a payment may be a fraud, once, and tells the merchant, who may refund it before it is disputed. Nothing else changes: most
 * warnings are followed by no dispute. Answers whether it was news.
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
