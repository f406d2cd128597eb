import { sql } from 'kysely'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'

/** The key by which a processor's transaction is looked up. */
export interface ChargedTransaction {
  readonly connection: string
  /** The processor's own id of the charge, or of a capture or refund of it. */
  readonly transactionId: string
}

/**
 * A query for the payment that a processor's transaction belongs to. It compares the connection, because two processors may give the same
 * id. The processor's name in a payment does not identify a connection.
 */
export const paymentsByTransaction = (database: Database, { connection, transactionId }: ChargedTransaction) =>
  acrossOrganizations(database, 'processor report')
    .selectFrom('attempts')
    .innerJoin('payments', (payment) =>
      payment
        .onRef('payments.organizationId', '=', 'attempts.organizationId')
        .onRef('payments.id', '=', 'attempts.paymentId'),
    )
    .select(['payments.organizationId', 'payments.id'])
    .where(sql<string>`attempts.outcome->'facts'->>'transactionId'`, '=', transactionId)
    .where('attempts.connection', '=', connection)
    .where('attempts.outcome', 'is not', null)
    .limit(1)
