import type { Selectable } from 'kysely'
import type { BookDifferenceTable } from '../../../store/schema/booked-days.ts'

/** A difference as the command line prints it. */
export const presentDifference = (row: Selectable<BookDifferenceTable>): object => ({
  id: row.id,
  connection: row.connection,
  day: row.day,
  difference: row.kind,
  kind: row.movement,
  amount: row.differenceMinor,
  currency: row.currencyCode,
  organization: row.organizationId,
  payment_id: row.paymentId,
  transaction_id: row.transactionId,
  reference: row.reference,
  message: row.message,
  found_at: row.foundAt,
})
