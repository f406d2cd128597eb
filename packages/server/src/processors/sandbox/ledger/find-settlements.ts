import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { Settlement } from '../../processor.ts'

/**
 * Returns the states of captured transactions. The sandbox settles every transaction at the first query, except those of the card that
 * never settles.
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
