import { restate } from '../tax/restate.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import { shareOf } from './unused-credit.ts'

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

/** The credit behind a pool: the part that is still a balance, and the part that was spent on the running period. */
const creditIn = ({ credited, balanceMinor }: PaidPool) => {
  const all = credited.reduce((sum, { minor }) => sum + minor, 0)
  const inBalance = Math.min(Math.max(balanceMinor, 0), all)
  return { all, inBalance, inCost: all - inBalance }
}
