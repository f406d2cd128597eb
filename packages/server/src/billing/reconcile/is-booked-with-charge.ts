import { sql } from 'kysely'
import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'

/**
 * Whether a capture is in the books without an attempt of its own: a charge whose outcome was lost is asked about again, and the
 * processor then says that its money was captured.
 */
export const isBookedWithCharge = async (
  database: Database,
  connection: string,
  { kind, of, amount, currency }: ListedTransaction,
): Promise<boolean> => {
  if (kind !== 'capture' || of === null) return false
  const captured = await database
    .selectFrom('payments')
    .select('id')
    .where(sql<string>`payment_details->>'processor_transaction_id'`, '=', of)
    .where(sql<string>`processor->>'id'`, '=', connection)
    .where('paymentStatus', 'in', ['SETTLING', 'SETTLED'])
    .where('amount', '=', amount)
    .where('currencyCode', '=', currency)
    .limit(1)
    .executeTakeFirst()
  return captured !== undefined
}
