import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { write, type Write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { recordDifference, type Unowned } from '../differences/record-difference.ts'
import { findOwner } from './find-owner.ts'
import { isBookedWithCharge } from './is-booked-with-charge.ts'

/**
 * Keeps what a processor did without the books having any record of it, and alarms once for each: in the log, for `doctor`, and by
 * an event where it is known whose money it is.
 */
export const recordUnmatched = async (
  billing: Billing,
  connection: string,
  transactions: readonly ListedTransaction[],
): Promise<void> => {
  for (const transaction of transactions) {
    if (!(await isBookedWithCharge(billing.database, connection, transaction)))
      await record(billing, connection, transaction)
  }
}

/** How many of a connection nobody has seen to. */
export const countUnmatched = async (database: Database, connection: string): Promise<number> => {
  const { count } = await database
    .selectFrom('unmatchedTransactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('connection', '=', connection)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Those of all connections that nobody has seen to, the latest first. */
export const findUnmatched = (database: Database, limit: number) =>
  database
    .selectFrom('unmatchedTransactions')
    .selectAll()
    .where('clearedAt', 'is', null)
    .orderBy('movedAt', 'desc')
    .limit(limit)
    .execute()

const record = async (billing: Billing, connection: string, transaction: ListedTransaction): Promise<void> => {
  const { database } = billing
  const { organizationId, subject } = await findOwner(database, connection, transaction)
  const recordFor = (scope: Write | Unowned) =>
    recordDifference(
      billing,
      scope,
      { ...transaction, connection, subject },
      'money moved, and the books have no record of it',
    )
  await (organizationId === null
    ? recordFor({ db: database, organizationId })
    : write(database, organizationId, recordFor))
}
