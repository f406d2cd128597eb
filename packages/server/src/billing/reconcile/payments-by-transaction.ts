import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** What a transaction of a processor is looked up by. */
export interface ChargedTransaction {
  readonly connection: string
  /** The processor's own id of the charge, or of what was made of it. */
  readonly transactionId: string
}

/**
 * The payments of which a transaction is part, over one connection: two processors may give the same id. What a payment itself
 * says of its processor is for people, and names no connection.
 */
export const paymentsByTransaction = (database: Database, { connection, transactionId }: ChargedTransaction) =>
  database
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
