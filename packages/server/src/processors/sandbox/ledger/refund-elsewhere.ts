import { randomUUID } from 'node:crypto'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { FoundRefund, ProcessorOutcome, RefundRequest } from '../../processor.ts'
import { refundTransaction } from './refund-transaction.ts'

/** Makes a refund that has none of our references, as a merchant would in a dashboard of the sandbox. */
export const refundElsewhere = (
  database: Database,
  request: Omit<RefundRequest, 'reference'>,
): Promise<ProcessorOutcome> => refundTransaction(database, { ...request, reference: `${prefix}${randomUUID()}` })

const prefix = 'elsewhere_'

/** SQL: whether a ledger entry has one of our references. */
export const hasOurReference = sql<boolean>`reference not like 'elsewhere\\_%'`

/** Lists the refunds since a moment of the wall clock that have none of our references, except those that were reversed. */
export const listRefundsElsewhere = async (database: Database, since: Timestamp): Promise<readonly FoundRefund[]> => {
  const { rows } = await sql<FoundRefund>`
    select id as transaction_id, refund_of as of, amount, currency_code as currency,
      coalesce((outcome->>'pending')::boolean, false) as is_pending, date_trunc('milliseconds', entered_at) as at
    from sandbox_processor.transactions
    where reference like 'elsewhere\\_%' and kind = 'refund' and outcome->>'kind' = 'approved' and entered_at >= ${since}
    order by entered_at, reference`.execute(database)
  return rows
}
