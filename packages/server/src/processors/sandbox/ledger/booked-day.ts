import type { CurrencyCode } from '@billing-checkout/contract'
import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { BookedMovement, BookedPage, Payout } from '../../reports/booked-day.ts'
import { hasOurReference } from './refund-elsewhere.ts'

/** The ledger's movements of a day, a hundred on a page; the day's payouts come with the last page. */
export const bookedDay = async (database: Database, day: string, page?: string): Promise<BookedPage> => {
  const [from, after] = page === undefined ? [`${day}T00:00:00Z`, ''] : (JSON.parse(page) as [string, string])
  const rows = await findBooked(database, { day, from, after, limit: pageSize })
  const last = rows.at(-1)
  const isLast = last === undefined || rows.length < pageSize
  return {
    movements: rows.map(asMovement),
    payouts: isLast ? await payoutsOf(database, day) : [],
    isComplete: Date.parse(endOf(day)) + settlesMillis < Date.now(),
    next: isLast ? null : JSON.stringify([last.place, last.reference]),
  }
}

const pageSize = 100
/** Milliseconds after midnight by which transactions that were in flight at midnight have been recorded. */
const settlesMillis = 60_000
/** Days from a movement to its payout. */
const daysUntilPayout = 2

const endOf = (day: string): Timestamp => addInterval(`${day}T00:00:00.000Z`, 'days', 1)

interface BookedRow {
  readonly reference: string
  readonly id: string
  readonly kind: 'authorize' | 'capture' | 'refund'
  readonly amount: number
  readonly currencyCode: CurrencyCode
  readonly heldBy: string | null
  readonly isOurs: boolean
  readonly at: Timestamp
  readonly place: string
}

/** A charge counts on the day of its capture, whether that was immediate or separate. */
const findBooked = async (
  database: Database,
  {
    day,
    from,
    after,
    limit,
  }: { readonly day: string; readonly from: string; readonly after: string; readonly limit: number | null },
): Promise<readonly BookedRow[]> => {
  const { rows } = await sql<BookedRow>`
    select reference, id, kind, amount, currency_code, held_by, ${hasOurReference} as is_ours,
      date_trunc('milliseconds', entered_at) as at, entered_at::text as place
    from sandbox_processor.transactions
    where (entered_at, reference) > (${from}::timestamptz, ${after}) and entered_at < ${endOf(day)}::timestamptz
      and outcome->>'kind' = 'approved' and amount > 0
      and (kind in ('capture', 'refund') or kind = 'authorize' and (outcome->>'captured')::boolean)
    order by entered_at, reference limit ${limit}`.execute(database)
  return rows
}

const asMovement = (row: BookedRow): BookedMovement => {
  const { id, kind, amount, currencyCode: currency, heldBy, isOurs, reference, at } = row
  const isRefund = kind === 'refund'
  const fee = isRefund ? 0 : feeOf(amount)
  return {
    id: `booked ${id}`,
    kind: isRefund ? 'refund' : 'charge',
    transactionId: heldBy ?? id,
    reference: isOurs ? reference : null,
    amount,
    currency,
    fee,
    net: isRefund ? -amount : amount - fee,
    balanceCurrency: currency,
    at,
    availableAt: addInterval(at, 'days', daysUntilPayout),
    arn: null,
  }
}

/** Like most card processors: 2.9 % plus 30 minor units, but never more than the charge. */
const feeOf = (amount: number): number => Math.min(Math.round(amount * 0.029) + 30, amount)

/** One payout for each currency, of the movements two days earlier. A negative sum is collected, not paid out. */
const payoutsOf = async (database: Database, day: string): Promise<readonly Payout[]> => {
  const earned = addInterval(`${day}T00:00:00.000Z`, 'days', -daysUntilPayout).slice(0, 10)
  if (`${day}T00:00:00.000Z` > new Date().toISOString()) return []
  const rows = await findBooked(database, { day: earned, from: `${earned}T00:00:00Z`, after: '', limit: null })
  const byCurrency = Map.groupBy(rows.map(asMovement), ({ balanceCurrency }) => balanceCurrency)
  return [...byCurrency].flatMap(([currency, movements]) => {
    const amount = movements.reduce((sum, { net }) => sum + net, 0)
    if (amount <= 0) return []
    const id = `payout of ${day} in ${currency}`
    const arrivesAt = `${day}T12:00:00.000Z`
    return [{ id, amount, currency, state: 'paid' as const, arrivesAt, movements: movements.map((each) => each.id) }]
  })
}
