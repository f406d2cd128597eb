import type { Interval } from '../plan/terms-for-country.ts'
import type { BillingPeriod } from '../subscription/next-period.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import type { QuoteLine } from './quote-lines.ts'

/** A failed charge that is tried again with its frozen price and tax. */
export interface RetriedCharge {
  readonly amountMinor: number
  readonly lines: readonly QuoteLine[]
  /** The part of the subscription's balance that the charge uses up once it is paid, counted under `tax`. */
  readonly balanceUsedMinor: number
  readonly tax: TaxRule | null
  /** The period that the charge pays for, and the interval that this period was counted by. */
  readonly period: BillingPeriod
  readonly interval: Interval
  /** Whether paying the charge uses up one period of the subscription's discount. */
  readonly usesDiscount?: boolean
}

/** What the subscription still owes from earlier charges, in minor units. */
export interface OwedSum {
  /** The failed charge that is tried again as the next charge; null if there is none. */
  readonly retried: RetriedCharge | null
  /**
   * What the next charge at a plan's price collects in addition, before tax. A retried charge does not collect it; the
   * charge after that does.
   */
  readonly outstandingMinor: number
  /** The tax rule that `outstandingMinor` is counted under. */
  readonly outstandingTax: TaxRule | null
}

/** Nothing is owed. */
export const nothingOwed: OwedSum = { retried: null, outstandingMinor: 0, outstandingTax: null }
