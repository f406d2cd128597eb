import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { FinalOutcome, RefundNews } from '../../processor.ts'

/**
 * Returns the states of refunds. Refunds of some test cards change a day after they were made. The first query after that day records the
 * change in the ledger, so that later look-ups of the refund return the same.
 */
export const findRefunds = async (
  database: Database,
  transactionIds: readonly string[],
  at: Timestamp,
): Promise<readonly RefundNews[]> => {
  if (transactionIds.length === 0) return []
  await database
    .updateTable('sandboxProcessor.transactions')
    .set({
      outcome: sql<string>`case when traits ? 'refundFails' then ${JSON.stringify(takenBack)}::jsonb else outcome - 'pending' end`,
    })
    .where('id', 'in', transactionIds)
    .where('kind', '=', 'refund')
    .where(sql<boolean>`outcome->>'kind' = 'approved' and traits ?| array['refundsLater', 'refundFails']`)
    .where('createdAt', '<=', addInterval(at, 'days', -1))
    .execute()
  const rows = await database
    .selectFrom('sandboxProcessor.transactions')
    .select(['id', 'outcome'])
    .where('id', 'in', transactionIds)
    .where('kind', '=', 'refund')
    .execute()
  return rows.map(({ id, outcome }) => newsOf(id, outcome as unknown as FinalOutcome))
}

const newsOf = (transactionId: string, outcome: FinalOutcome): RefundNews => {
  if (outcome.kind !== 'approved') return { transactionId, state: 'failed', message: takenBack.message }
  return { transactionId, state: outcome.pending ? 'pending' : 'succeeded' }
}

const takenBack = {
  kind: 'failed',
  message: 'The bank of the cardholder has sent the refund back.',
} as const satisfies FinalOutcome
