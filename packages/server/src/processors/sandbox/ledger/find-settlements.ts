import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { Settlement } from '../../processor.ts'

/**
 * Returns the states of captured transactions. A settlement has failed for transactions with the trait `settlementFails`, and has succeeded
 * for all others, already at the first query.
 */
export const findSettlements = async (
  database: Database,
  transactionIds: readonly string[],
): Promise<readonly Settlement[]> => {
  if (transactionIds.length === 0) return []
  const rows = await database
    .selectFrom('sandboxProcessor.transactions')
    .select(['id', sql<boolean>`coalesce((traits->>'settlementFails')::boolean, false)`.as('fails')])
    .where('id', 'in', transactionIds)
    .execute()
  return rows.map(({ id, fails }) => ({ transactionId: id, state: fails ? 'failed' : 'settled' }))
}
