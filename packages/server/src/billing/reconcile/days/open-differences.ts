import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import { recordOperatorAction } from '../../../store/audit/operator-actions.ts'
import type { OperatorDecision } from '../../../store/reconcile-first/reconcile-first.ts'
import type { BookDifferenceTable } from '../../../store/schema/booked-days.ts'

/** Differences between processors and the books that have not vanished and that no operator has closed, the latest first. */
export const findOpenDifferences = (database: Database, limit: number) =>
  database
    .selectFrom('bookDifferences')
    .selectAll()
    .where('closedAt', 'is', null)
    .orderBy('foundAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * The sum of the open differences in each currency, in minor units and without their signs; 0 if all differences of a currency are closed.
 */
export const sumDifferences = async (
  database: Database,
): Promise<readonly { readonly currency: string; readonly minor: number }[]> => {
  const { rows } = await sql<{ currency: string; minor: number }>`
    select currency_code as currency, coalesce(sum(abs(difference_minor)) filter (where closed_at is null), 0)::bigint as minor
    from book_differences group by currency_code`.execute(database)
  return rows
}

/**
 * Closes a difference that an operator has handled, so that it is not reported again. Throws `not_found` if no open difference has that
 * id.
 */
export const closeDifference = async (
  database: Database,
  id: string,
  { who, why }: OperatorDecision,
): Promise<object> =>
  transactWithRetries(database, async (db) => {
    const closed = await db
      .updateTable('bookDifferences')
      .set({ closedAt: sql`clock_timestamp()`, closedWhy: why })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (closed === undefined) throw new Problem('not_found', `There is no open difference ${JSON.stringify(id)}.`)
    const after = presentDifference(closed)
    const { organizationId } = closed
    await recordOperatorAction(db, {
      organizationId,
      who,
      why,
      what: 'difference.closed',
      subject: id,
      before: null,
      after,
    })
    return after
  })

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
