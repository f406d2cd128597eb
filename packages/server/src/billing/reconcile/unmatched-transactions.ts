import { capturedStatuses } from '@billing-checkout/domain'
import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { write, type Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { recordUnmatchedMoney, type UnknownOwnerScope } from '../differences/record-unmatched-money.ts'
import { paymentsByTransaction } from '../payments/payments-by-transaction.ts'

/**
 * Records transactions that a processor lists and the books lack. Reports each once in the log and, if the owner of the money is known, by
 * an event. `doctor` lists each until an operator clears it.
 */
export const recordUnmatched = async (
  billing: Billing,
  connection: string,
  transactions: readonly ListedTransaction[],
): Promise<void> => {
  for (const transaction of transactions) {
    if (!(await isBookedWithCharge(billing.database, connection, transaction)))
      await recordTransaction(billing, connection, transaction)
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
export const findUnmatchedTransactions = (database: Database, limit: number) =>
  database
    .selectFrom('unmatchedTransactions')
    .selectAll()
    .where('clearedAt', 'is', null)
    .orderBy('movedAt', 'desc')
    .limit(limit)
    .execute()

const recordTransaction = async (
  billing: Billing,
  connection: string,
  transaction: ListedTransaction,
): Promise<void> => {
  const { database } = billing
  const { organizationId, subject } = await findTransactionOwner(database, connection, transaction)
  const recordFor = (scope: Write | UnknownOwnerScope) =>
    recordUnmatchedMoney(
      billing,
      scope,
      { ...transaction, connection, subject },
      'money moved, and the books have no record of it',
    )
  await (organizationId === null
    ? recordFor({ db: database, organizationId })
    : write(database, organizationId, recordFor))
}

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

/** The organization whose money a transaction moved, and its payment, as far as the remaining books show; each null if unknown. */
export interface TransactionOwner {
  readonly organizationId: string | null
  /** The id of our payment. */
  readonly subject: string | null
}

/**
 * Finds the owner of a transaction. A capture or a refund belongs to the payment whose transaction it names. If there is only one
 * organization, it owns every transaction.
 */
export const findTransactionOwner = async (
  database: Database,
  connection: string,
  { of }: Pick<ListedTransaction, 'of'>,
): Promise<TransactionOwner> => {
  const payment =
    of === null
      ? undefined
      : await paymentsByTransaction(database, { connection, transactionId: of }).executeTakeFirst()
  if (payment !== undefined) return { organizationId: payment.organizationId, subject: payment.id }
  const organizations = await database.selectFrom('organizations').select('id').limit(2).execute()
  const [first, second] = organizations
  return { organizationId: first !== undefined && second === undefined ? first.id : null, subject: null }
}
