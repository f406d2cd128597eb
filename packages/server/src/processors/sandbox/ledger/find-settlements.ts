import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { Settlement } from '../../processor.ts'

/**
 * Returns the states of captured transactions. The sandbox decides a settlement at the first query: it fails for transactions of the test
 * card with `settlementFails`, and succeeds for all others.
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
