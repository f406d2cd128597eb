import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { write, type Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { recordDifference, type Unowned } from '../differences/record-difference.ts'
import { findOwner } from './find-owner.ts'
import { isBookedWithCharge } from './is-booked-with-charge.ts'

/**
 * Records transactions that a processor lists and the books lack, and reports each once: in the log, in `doctor`, and by an event if the
 * owner of the money is known.
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

/** The number of a connection's unmatched transactions that no operator has cleared. */
export const countUnmatched = async (database: Database, connection: string): Promise<number> => {
  const { count } = await database
    .selectFrom('unmatchedTransactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('connection', '=', connection)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The unmatched transactions of all connections that no operator has cleared, the latest first. */
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
