import { capturedStatuses } from '@billing-checkout/domain'
import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { paymentsByTransaction } from '../payments/payments-by-transaction.ts'

/**
 * Whether a capture is booked without an attempt of its own. This happens if the outcome of the charge was lost: `completeAttempts`
 * queries the charge, and the processor then reports that it is captured.
 */
export const isBookedWithCharge = async (
  database: Database,
  connection: string,
  { kind, of, amount, currency }: ListedTransaction,
): Promise<boolean> => {
  if (kind !== 'capture' || of === null) return false
  const captured = await paymentsByTransaction(database, { connection, transactionId: of })
    .where('payments.paymentStatus', 'in', capturedStatuses)
    .where('payments.amount', '=', amount)
    .where('payments.currencyCode', '=', currency)
    .executeTakeFirst()
  return captured !== undefined
}
