import { type CurrencyCode, type RevenueMovement, revenueMovements } from '@billing-checkout/contract'
import { startOfMonthAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** Minor units of a currency, and US cents; US cents are null if a rate was missing. */
export interface RevenueSum {
  readonly amount: number
  readonly amountUsd: number | null
}

/** By how much one cause has changed revenue, and how often. */
export interface MovementSum extends RevenueSum {
  readonly count: number
}

/** A month in UTC, such as 2026-11. */
export interface RevenueMonth {
  readonly month: string
  /** The recurring revenue at the end of the month; for the current month, the revenue now. */
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

/** Reads the counted revenue of the last `months` months, including the current one. */
export const readRevenue = async (db: OrganizationDatabase, now: Timestamp, months: number): Promise<Revenue> => {
  const shown = Array.from({ length: months }, (_, place) => startOfMonthAfter(now, place + 1 - months).slice(0, 7))
  const [moved, counted, position] = await Promise.all([
    readMovements(db, `${shown[0]}-01`),
    readCounted(db),
    db.selectFrom('revenuePositions').select('asOf').executeTakeFirst(),
  ])
  const currencies = new Set([...counted, ...moved].map(({ currencyCode }) => currencyCode))
  return {
    asOf: position?.asOf ?? now,
    currencies: [...currencies].toSorted().map((currency) => {
      const own = counted.filter(({ currencyCode }) => currencyCode === currency)
      const recurring = totalOf(own)
      return {
        currency,
        recurring,
        atRisk: totalOf(own.filter(({ isAtRisk }) => isAtRisk)),
        months: monthsOf(
          moved.filter(({ currencyCode }) => currencyCode === currency),
          shown,
          recurring,
        ),
      }
    }),
  }
}

interface MonthRow extends MovementSum {
  readonly currencyCode: CurrencyCode
  readonly month: string
  readonly movement: RevenueMovement
}

/** The changes in each currency and month, from a day on. */
const readMovements = async (db: OrganizationDatabase, from: string): Promise<readonly MonthRow[]> => {
  const rows = await db
    .selectFrom('revenueDays')
    .select((row) => [
      'currencyCode',
      'movement',
      sql<string>`to_char(day, 'YYYY-MM')`.as('month'),
      row.fn.sum<string>('amount').as('amount'),
      knownDollars.as('amountUsd'),
      row.fn.sum<string>('count').as('count'),
    ])
    .where('day', '>=', from)
    .groupBy(['currencyCode', 'movement', 'month'])
    .execute()
  return rows.map((row) => ({ ...row, ...sumIn(row), count: Number(row.count) }))
}

/** The current revenue in each currency, in separate rows for past-due and for other subscriptions. */
const readCounted = async (db: OrganizationDatabase) => {
  const rows = await db
    .selectFrom('countedSubscriptions')
    .select((row) => [
      'currencyCode',
      sql<boolean>`status = 'past_due'`.as('isAtRisk'),
      row.fn.sum<string>('amount').as('amount'),
      knownDollars.as('amountUsd'),
    ])
    .groupBy(['currencyCode', 'isAtRisk'])
    .execute()
  return rows.map((row) => ({ ...row, ...sumIn(row) }))
}

/** The sum in US dollars; null if one of the amounts is unknown. */
const knownDollars = sql<string | null>`case when bool_and(amount_usd is not null) then sum(amount_usd) end`

/** Converts PostgreSQL's sums to numbers, which is exact for money below 2^53. */
const sumIn = ({ amount, amountUsd }: { readonly amount: string; readonly amountUsd: string | null }): RevenueSum => ({
  amount: Number(amount),
  amountUsd: amountUsd === null ? null : Number(amountUsd),
})

const totalOf = (sums: readonly RevenueSum[]): RevenueSum => sums.reduce(add, nothing)

const nothing = { amount: 0, amountUsd: 0, count: 0 }

const add = (one: RevenueSum, other: RevenueSum): RevenueSum => ({
  amount: one.amount + other.amount,
  amountUsd: one.amountUsd === null || other.amountUsd === null ? null : one.amountUsd + other.amountUsd,
})

const subtract = (one: RevenueSum, { amount, amountUsd }: RevenueSum): RevenueSum =>
  add(one, { amount: -amount, amountUsd: amountUsd === null ? null : -amountUsd })

/**
 * The months with the recurring revenue at the end of each. Computed backwards from now, so that an unknown amount long ago leaves later
 * months known.
 */
const monthsOf = (rows: readonly MonthRow[], shown: readonly string[], now: RevenueSum): readonly RevenueMonth[] => {
  let recurring = now
  return shown
    .toReversed()
    .map((month): RevenueMonth => {
      const own = rows.filter((row) => row.month === month)
      const atEnd = recurring
      recurring = subtract(recurring, totalOf(own))
      return { month, recurring: atEnd, movements: movementsOf(own) }
    })
    .toReversed()
}

const movementsOf = (rows: readonly MonthRow[]): RevenueMonth['movements'] => {
  const sumOf = (movement: RevenueMovement): MovementSum => {
    const { amount, amountUsd, count } = rows.find((row) => row.movement === movement) ?? nothing
    return { amount, amountUsd, count }
  }
  return Object.fromEntries(revenueMovements.map((name) => [name, sumOf(name)])) as RevenueMonth['movements']
}
