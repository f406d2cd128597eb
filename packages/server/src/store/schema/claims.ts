import type { CurrencyCode } from '@billing-checkout/contract'
import type { BillingPeriod, PlanTerms, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ShownQuote } from './consents.ts'
import type { TaxDecision } from './tax-decision.ts'
import type { Json, OwnedRow } from './columns.ts'

/** One row for every amount owed. */
export interface ClaimTable extends OwnedRow {
  kind: 'checkout' | 'merchant' | 'period'
  customerId: string
  planId: string
  subscriptionId: string | null
  sessionId: string | null
  periodStart: Timestamp | null
  amount: number
  currencyCode: CurrencyCode
  quote: Json<FrozenClaim>
  createdAt: Timestamp
}

/**
 * The terms of a claim. They never change, even if the plan does. `later` has the charges that the checkout announced, and `discount` the
 * discount as it was shown with the terms. In the claim of a period, `later` is empty and `discount` absent.
 */
export interface FrozenClaim extends ShownQuote {
  readonly terms: PlanTerms
  /** The tax decision that the draft was made with. */
  readonly tax: TaxDecision
  /** Only in the claim of a period: the period, and the part of the balance that its payment uses, in minor units. */
  readonly period?: BillingPeriod & { readonly balanceUsed: number }
  /**
   * The balance that the draft was made with, in minor units; 0 without a subscription. Later additions to the balance are not part of the
   * claim.
   */
  readonly balanceBefore: number
  /**
   * The tax rule of the subscription's balance and of its running period's cost when the quote was made; the charge's own tax is `tax`.
   * Null if these amounts are without tax, or if there was no subscription.
   */
  readonly paidTax: TaxRule | null
  /** Whether the draft credits the unused time of the current period. */
  readonly creditsUnusedTime: boolean
  /** The country whose price was quoted for a new subscription; `ZZ` if the country was unknown. */
  readonly countryOfSale?: string
  /** Present only if the period is the first after a trial, because the statement descriptor of its charge says so. */
  readonly endsTrial?: true
  /**
   * The number of payments of the claims that this claim replaced. Present only if the amount was rounded again, which makes a new claim.
   */
  readonly triesBefore?: number
  /** The state of an existing subscription for which the draft was made (DECISIONS 56); null in the claims of new sales and of periods. */
  readonly quotedOn: SubscriptionAtQuote | null
}

/** The state of a subscription that decides what a plan change or a recovery costs. */
export interface SubscriptionAtQuote {
  readonly planId: string
  readonly priceAmount: number
  readonly priceCurrency: CurrencyCode
  readonly quantity: number
  readonly periodStart: Timestamp
  readonly periodEnd: Timestamp
  readonly periodPaymentId: string | null
  /** The cost of the current period in minor units; null if the draft gives no credit for it. */
  readonly periodCostMinor: number | null
  readonly owedClaimId: string | null
  readonly isEnded: boolean
}
