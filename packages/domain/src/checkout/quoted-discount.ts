import type { Timestamp } from '../calendar/timestamp.ts'
import { discountedPrice, type DiscountTerms } from '../discount/discount-terms.ts'
import { withTax } from '../tax/tax-on.ts'
import { discountEndsAt } from './later-charges.ts'
import type { QuoteDraft, QuoteRequest } from './quote-checkout.ts'

/** The discount of a quote, as the checkout shows it. */
export interface QuotedDiscount {
  readonly terms: DiscountTerms
  /** The discounted price of a period, or of the one-off plan, including tax, in minor units. */
  readonly periodMinor: number
  /** When the first charge without the discount falls due; null if the discount never ends, or if the plan is one-off. */
  readonly endsAt: Timestamp | null
}

/** The discount of a quote; null if it has none. */
export const quotedDiscount = (request: QuoteRequest, draft: QuoteDraft): QuotedDiscount | null => {
  const { terms, tax } = request
  if (terms.discount === undefined) return null
  return {
    terms: terms.discount,
    periodMinor: withTax(discountedPrice(terms), tax),
    endsAt: discountEndsAt(request, draft),
  }
}
