import type { Timestamp } from '../calendar/timestamp.ts'
import type { Interval } from '../plan/terms-for-country.ts'
import { isForeseen } from '../subscription/is-foreseen.ts'
import { nextPeriod } from '../subscription/next-period.ts'
import type { DiscountTerms } from './discount-terms.ts'

/**
 * When a subscription's first charge without its discount falls due, if the subscription renews on this interval. Null if the discount does
 * not end within 1,000 years. If a period is skipped, the discount ends later.
 */
export const endOfDiscount = (
  { left }: DiscountTerms,
  { anchor, currentPeriodEnd }: { readonly anchor: Timestamp; readonly currentPeriodEnd: Timestamp },
  { unit, count }: Interval,
): Timestamp | null =>
  left === null || !isForeseen(left, { unit, count })
    ? null
    : nextPeriod(anchor, { unit, count: count * left }, currentPeriodEnd).end
