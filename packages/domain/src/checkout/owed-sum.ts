import type { Interval } from '../plan/terms-for-country.ts'
import type { BillingPeriod } from '../subscription/next-period.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import type { QuoteLine } from './quote-lines.ts'

/** A failed charge that is tried again with its frozen price and tax. */
export interface RetriedCharge {
  readonly amountMinor: number
  readonly lines: readonly QuoteLine[]
  /** The part of the subscription's balance that it uses up when it is paid, counted under `tax`. */
  readonly balanceUsedMinor: number
  readonly tax: TaxRule | null
  /** The period that it pays for, and the interval that the period was counted by. */
  readonly period: BillingPeriod
  readonly interval: Interval
  /** Whether paying it uses up one period of the subscription's discount. */
  readonly usesDiscount?: boolean
}

/** What is still owed of earlier charges, in minor units. */
export interface OwedSum {
  /** The charge that is tried again as the next charge; null when none is. */
  readonly retried: RetriedCharge | null
  /** What is charged in addition to the next price, before tax; the charge after a retried one collects it. */
  readonly outstandingMinor: number
  /** The tax rule that this is counted under. */
  readonly besideTax: TaxRule | null
}

/** Nothing is owed. */
export const nothingOwed: OwedSum = { retried: null, outstandingMinor: 0, besideTax: null }
