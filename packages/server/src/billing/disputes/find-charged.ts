import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { paymentsByTransaction } from '../payments/payments-by-transaction.ts'

/** A payment that a processor's transaction charged. */
export interface Charged {
  readonly organizationId: string
  readonly paymentId: string
}

/**
 * The payment that a processor's transaction charged; `undefined` if it is not ours. Throws if the payment's outcome is still unknown, so
 * that the caller tries again later.
 */
export const findCharged = async (
  database: Database,
  connection: string,
  transactionId: string,
): Promise<Charged | undefined> => {
  const payment = await paymentsByTransaction(database, { connection, transactionId }).executeTakeFirst()
  if (payment !== undefined) return { organizationId: payment.organizationId, paymentId: payment.id }
  const prepared = await acrossOrganizations(database, 'processor report')
    .selectFrom('attempts')
    .select('paymentId')
    .where('connection', '=', connection)
    .where('preparedId', '=', transactionId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (prepared !== undefined) throw new Error(`The outcome of payment ${prepared.paymentId} is unknown.`)
  return undefined
}
