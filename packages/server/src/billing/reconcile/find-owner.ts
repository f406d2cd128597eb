import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { paymentsByTransaction } from '../payments/payments-by-transaction.ts'

/** The organization whose money a transaction moved, and what it was for, as far as the remaining books show. */
export interface Owner {
  readonly organizationId: string | null
  /** The id of our payment or refund. */
  readonly subject: string | null
}

/**
 * Finds the owner of a transaction. A capture or a refund belongs to the payment whose transaction it names. If there is only one
 * organization, it owns every transaction.
 */
export const findOwner = async (
  database: Database,
  connection: string,
  { of }: Pick<ListedTransaction, 'of'>,
): Promise<Owner> => {
  const payment =
    of === null
      ? undefined
      : await paymentsByTransaction(database, { connection, transactionId: of }).executeTakeFirst()
  if (payment !== undefined) return { organizationId: payment.organizationId, subject: payment.id }
  const organizations = await database.selectFrom('organizations').select('id').limit(2).execute()
  const [first, second] = organizations
  return { organizationId: first !== undefined && second === undefined ? first.id : null, subject: null }
}
