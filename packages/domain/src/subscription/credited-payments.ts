import { restate } from '../tax/restate.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import { type PaidPeriod, remaining, shareOf } from './unused-credit.ts'
import { secondsBetween } from '../calendar/seconds-between.ts'

/**
 * A payment of a period that was left early, and how much of it is still credit or was spent on the running period (DECISIONS
 * 54).
 */
export interface CreditedPayment {
  readonly id: string
  /** Minor units, net of tax. */
  readonly minor: number
}

/** What a running period cost and the credit beside it, in minor units net of tax, and the payments behind them. */
export interface PaidPool {
  readonly costMinor: number
  /** Credit for later charges; when negative, a surcharge. */
  readonly balanceMinor: number
  readonly credited: readonly CreditedPayment[]
}

/** A pool converted to another tax rule, each amount rounded once. */
export const restatePool = (pool: PaidPool, from: TaxRule | null, to: TaxRule | null): PaidPool => ({
  costMinor: restate(pool.costMinor, from, to),
  balanceMinor: restate(pool.balanceMinor, from, to),
  credited: pool.credited.map(({ id, minor }) => ({ id, minor: restate(minor, from, to) })),
})

/**
 * The payments behind the credit that goes from a period into the next one (DECISIONS 54). The part of `carriedMinor` that
 * exceeds the former balance is the unused share of the period's cost: of its payment's money and, in the same proportion,
 * of the credit that was spent on it.
 */
export const carryCredit = (
  pool: PaidPool,
  periodPaymentId: string | null,
  carriedMinor: number,
): CreditedPayment[] => {
  const { costMinor, credited } = pool
  const { all, inBalance, inCost } = creditIn(pool)
  const unusedMinor = Math.max(carriedMinor - Math.max(pool.balanceMinor, 0), 0)
  const carriedOfCredit = inBalance + shareOf(inCost, unusedMinor, costMinor)
  const carriedOfPayment = shareOf(Math.max(costMinor - inCost, 0), unusedMinor, costMinor)
  return [
    ...credited.map(({ id, minor }) => ({ id, minor: shareOf(minor, carriedOfCredit, all) })),
    ...(periodPaymentId === null ? [] : [{ id: periodPaymentId, minor: carriedOfPayment }]),
  ].filter(({ minor }) => minor > 0)
}

/**
 * The pool after money of a credited payment was refunded: less credit, as if the refund had been made before the period was
 * left. `keptMinor` is the part of the payment's price that was not refunded before. A refund of a payment that is behind no
 * credit changes nothing.
 */
export const takeCredit = (
  pool: PaidPool,
  { id, refundedMinor, keptMinor }: { readonly id: string; readonly refundedMinor: number; readonly keptMinor: number },
): PaidPool => {
  const minor = pool.credited.find((payment) => payment.id === id)?.minor ?? 0
  const takenMinor = shareOf(minor, Math.min(refundedMinor, keptMinor), keptMinor)
  const { all, inBalance } = creditIn(pool)
  const ofBalance = shareOf(takenMinor, inBalance, all)
  return {
    costMinor: Math.max(pool.costMinor - (takenMinor - ofBalance), 0),
    balanceMinor: pool.balanceMinor - ofBalance,
    credited: pool.credited
      .map((payment) => (payment.id === id ? { id, minor: minor - takenMinor } : payment))
      .filter((payment) => payment.minor > 0),
  }
}

/** What a refund had taken of a pool before it failed, in minor units net of tax. */
export interface TakenByRefund {
  /** The payment that was refunded; null when it is that of the running period, which is behind no credit. */
  readonly id: string | null
  readonly costMinor: number
  readonly balanceMinor: number
  /** The period that it was taken in. */
  readonly period: Pick<PaidPeriod, 'start' | 'end'>
  /** When that period was left; null while it is the running one. */
  readonly leftAt: Timestamp | null
  /** What the period after it cost, and the credit that it had, where that period was never paid; otherwise null. */
  readonly unpaidNext: { readonly priceMinor: number; readonly creditMinor: number } | null
}

/**
 * The pool after a refund failed that had taken this much of it: as if nothing had been taken. Of what a period cost that was left
 * since, only the unused share returns, and as credit for later charges. What the next period would have spent of that credit is lost
 * if that period was never paid, as the credit is that it did spend.
 */
export const creditReturned = (
  pool: PaidPool,
  { id, costMinor, balanceMinor, period, leftAt, unpaidNext }: TakenByRefund,
): PaidPool => {
  const length = secondsBetween(period.start, period.end)
  const unusedMinor = leftAt === null ? 0 : shareOf(costMinor, remaining(period, leftAt), length)
  const creditMinor = balanceMinor + unusedMinor - spentOn(unpaidNext, balanceMinor + unusedMinor)
  const returnedMinor = creditMinor + (leftAt === null ? costMinor : 0)
  return {
    costMinor: pool.costMinor + (leftAt === null ? costMinor : 0),
    balanceMinor: pool.balanceMinor + creditMinor,
    credited: id === null || returnedMinor === 0 ? pool.credited : withCredit(pool.credited, id, returnedMinor),
  }
}

/** How much of more credit a period would have spent. */
const spentOn = (period: TakenByRefund['unpaidNext'], moreMinor: number): number => {
  if (period === null) return 0
  const spent = (creditMinor: number) => Math.min(Math.max(creditMinor, 0), period.priceMinor)
  return spent(period.creditMinor + moreMinor) - spent(period.creditMinor)
}

const withCredit = (credited: PaidPool['credited'], id: string, minor: number): PaidPool['credited'] => {
  const before = credited.find((payment) => payment.id === id)?.minor ?? 0
  return [...credited.filter((payment) => payment.id !== id), { id, minor: before + minor }]
}

/** The credit behind a pool: the part that is still a balance, and the part that was spent on the running period. */
const creditIn = ({ credited, balanceMinor }: PaidPool) => {
  const all = credited.reduce((sum, { minor }) => sum + minor, 0)
  const inBalance = Math.min(Math.max(balanceMinor, 0), all)
  return { all, inBalance, inCost: all - inBalance }
}
