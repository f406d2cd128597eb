import { type Interval, secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { discountedPrice, type DiscountTerms } from '../discount/discount-terms.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { type BillingPeriod, nextPeriod } from '../subscription/next-period.ts'
import { proportionalShare } from '../subscription/unused-period-credit.ts'

/** The dates of a subscription, if a plan change exchanges the rest of its running period for time on another plan. */
interface ExchangedDates {
  readonly anchor: Timestamp
  readonly period: { readonly start: Timestamp }
}

/**
 * One interval of the quoted plan, counted from the start of the running period. The remaining time of the running period is priced as a
 * share of this interval. So if both plans have the same price and interval, the exchange costs nothing.
 */
export const intervalFromPeriodStart = ({ anchor, period }: ExchangedDates, interval: Interval): BillingPeriod =>
  nextPeriod(anchor, interval, period.start)

/** The cost of `seconds` on a plan, in minor units: its discounted price × `seconds` ÷ the length of the interval, rounded once. */
export const costOfSeconds = (terms: PlanTerms, { start, end }: BillingPeriod, seconds: number): number =>
  proportionalShare(discountedPrice(terms), seconds, secondsBetween(start, end))

/** A plan's terms with the running period's discount, which may differ from the discount of later periods. */
export const termsOfRunningPeriod = (
  { discount: _discount, ...terms }: PlanTerms,
  periodDiscount: DiscountTerms | null | undefined,
): PlanTerms => ({
  ...terms,
  ...(periodDiscount && { discount: periodDiscount }),
})
