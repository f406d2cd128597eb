import { type CurrencyCode, type RevenueMovement, revenueMovements } from '@billing-checkout/contract'
import { monthAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** Minor units of a currency, and US cents; these are null if a rate was missing. */
export interface RevenueSum {
  readonly amount: number
  readonly amountUsd: number | null
}

/** How much revenue one cause has changed, and how often. */
export interface MovementSum extends RevenueSum {
  readonly count: number
}

/** A month in UTC, such as 2026-11. */
export interface RevenueMonth {
  readonly month: string
  /** At the end of the month, or now. */
  readonly recurring: RevenueSum
  readonly movements: Readonly<Record<RevenueMovement, MovementSum>>
}

/** The recurring revenue in one currency. */
export interface CurrencyRevenue {
  readonly currency: CurrencyCode
  readonly recurring: RevenueSum
  readonly atRisk: RevenueSum
  readonly months: readonly RevenueMonth[]
}

/** The recurring revenue of an organization. */
export interface Revenue {
  readonly asOf: Timestamp
  readonly currencies: readonly CurrencyRevenue[]
}

/** Reads what was counted, for so many months up to the current one. */
export const readRevenue = async (db: OrganizationDatabase, now: Timestamp, months: number): Promise<Revenue> => {
  const shown = Array.from({ length: months }, (_, place) => monthAfter(now, place + 1 - months).slice(0, 7))
  const [sums, atRisk, position] = await Promise.all([
    readMonths(db, `${shown[0]}-01`),
    readAtRisk(db),
    db.selectFrom('revenuePositions').select('asOf').executeTakeFirst(),
  ])
  const byCurrency = Map.groupBy(sums, ({ currencyCode }) => currencyCode)
  return {
    asOf: position?.asOf ?? now,
    currencies: [...byCurrency].map(([currency, rows]) => ({
      currency,
      recurring: totalOf(rows),
      atRisk: totalOf(atRisk.filter(({ currencyCode }) => currencyCode === currency)),
      months: monthsOf(rows, shown),
    })),
  }
}

interface MonthRow extends MovementSum {
  readonly currencyCode: CurrencyCode
  /** Null: before the first month that is shown. */
  readonly month: string | null
  readonly movement: RevenueMovement
}

const readMonths = async (db: OrganizationDatabase, from: string): Promise<readonly MonthRow[]> => {
  const rows = await db
    .selectFrom('revenueDays')
    .select((row) => [
      'currencyCode',
      'movement',
      sql<string | null>`case when day >= ${from}::date then to_char(day, 'YYYY-MM') end`.as('month'),
      row.fn.sum<string>('amount').as('amount'),
      knownDollars.as('amountUsd'),
      row.fn.sum<string>('count').as('count'),
    ])
    .groupBy(['currencyCode', 'movement', 'month'])
    .orderBy('currencyCode')
    .execute()
  return rows.map(withNumbers)
}

const readAtRisk = async (db: OrganizationDatabase) => {
  const rows = await db
    .selectFrom('countedSubscriptions')
    .select((row) => ['currencyCode', row.fn.sum<string>('amount').as('amount'), knownDollars.as('amountUsd')])
    .where('status', '=', 'past_due')
    .groupBy('currencyCode')
    .execute()
  return rows.map((row) => withNumbers({ ...row, count: '0' }))
}

/** The sum of dollars; null if one of them is not known. */
const knownDollars = sql<string | null>`case when bool_and(amount_usd is not null) then sum(amount_usd) end`

/** PostgreSQL's sums as numbers: money below 2^53. */
const withNumbers = <
  Row extends { readonly amount: string; readonly amountUsd: string | null; readonly count: string },
>(
  row: Row,
) => ({
  ...row,
  amount: Number(row.amount),
  amountUsd: row.amountUsd === null ? null : Number(row.amountUsd),
  count: Number(row.count),
})

const totalOf = (sums: readonly RevenueSum[]): RevenueSum => sums.reduce(add, nothing)

const nothing = { amount: 0, amountUsd: 0, count: 0 }

const add = (one: RevenueSum, other: RevenueSum): RevenueSum => ({
  amount: one.amount + other.amount,
  amountUsd: one.amountUsd === null || other.amountUsd === null ? null : one.amountUsd + other.amountUsd,
})

const monthsOf = (rows: readonly MonthRow[], shown: readonly string[]): readonly RevenueMonth[] => {
  let recurring = totalOf(rows.filter(({ month }) => month === null))
  return shown.map((month) => {
    const own = rows.filter((row) => row.month === month)
    recurring = add(recurring, totalOf(own))
    return { month, recurring, movements: movementsOf(own) }
  })
}

const movementsOf = (rows: readonly MonthRow[]): RevenueMonth['movements'] => {
  const sumOf = (movement: RevenueMovement): MovementSum => {
    const { amount, amountUsd, count } = rows.find((row) => row.movement === movement) ?? nothing
    return { amount, amountUsd, count }
  }
  return Object.fromEntries(revenueMovements.map((name) => [name, sumOf(name)])) as RevenueMonth['movements']
}
