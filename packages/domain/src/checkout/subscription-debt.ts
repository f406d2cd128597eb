import type { Interval } from '../calendar/timestamp.ts'
import type { BillingPeriod } from '../subscription/next-period.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import type { QuoteLine } from './quote-lines.ts'

/** A failed charge that the server retries with its frozen price and tax. */
export interface RetriedCharge {
  readonly amountMinor: number
  readonly lines: readonly QuoteLine[]
  /** The part of the subscription's balance that this charge uses up once it is paid, counted under `tax`. */
  readonly balanceUsedMinor: number
  readonly tax: TaxRule | null
  /** The period that the charge pays for, and the interval by which the period's end was counted. */
  readonly period: BillingPeriod
  readonly interval: Interval
  /** Whether paying the charge uses up one period of the subscription's discount. */
  readonly usesDiscount?: boolean
}

/** The debts of a subscription from earlier charges, in minor units. */
export interface SubscriptionDebt {
  /** The failed charge that is retried as the next charge; null if there is none. */
  readonly retried: RetriedCharge | null
  /**
   * The debt that the next charge at a plan's price collects in addition, net of tax. A retried charge does not collect it; the charge
   * after the retried one does.
   */
  readonly outstandingMinor: number
  /** The tax rule that `outstandingMinor` is counted under. */
  readonly outstandingTax: TaxRule | null
}

/** Nothing is owed. */
export const noDebt: SubscriptionDebt = { retried: null, outstandingMinor: 0, outstandingTax: null }
