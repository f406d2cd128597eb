import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { ListedTransaction, TransactionPage } from '../../processor.ts'
import { hasOurReference } from './refund-elsewhere.ts'

/** Lists the approved charges, captures and refunds under our references since a moment, a hundred on a page. */
export const listTransactions = async (
  database: Database,
  since: Timestamp,
  page?: string,
): Promise<TransactionPage> => {
  const [from, after] = page === undefined ? [since, ''] : (JSON.parse(page) as [Timestamp, string])
  const { rows } = await sql<ListedRow>`
    select reference, id as transaction_id, kind, amount, currency_code as currency, coalesce(refund_of, held_by) as of,
      date_trunc('milliseconds', entered_at) as at, entered_at::text as place
    from sandbox_processor.transactions
    where (entered_at, reference) > (${from}::timestamptz, ${after})
      and ${hasOurReference} and kind in ('authorize', 'capture', 'refund') and outcome->>'kind' = 'approved'
    order by entered_at, reference limit ${sql.lit(pageSize)}`.execute(database)
  const last = rows.at(-1)
  return {
    transactions: rows.map(({ place: _place, ...transaction }) => transaction),
    next: last === undefined || rows.length < pageSize ? null : JSON.stringify([last.place, last.reference]),
  }
}

const pageSize = 100

interface ListedRow extends ListedTransaction {
  /** The entry's time with microseconds, because our timestamps only have milliseconds. */
  readonly place: string
}
