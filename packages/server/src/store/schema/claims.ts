import type { CurrencyCode } from '@billing-checkout/contract'
import type {
  BillingPeriod,
  LaterCharge,
  PlanTerms,
  QuoteDraft,
  QuotedDiscount,
  TaxRule,
  Timestamp,
} from '@billing-checkout/domain'
import type { TaxDecision } from './tax-decision.ts'
import type { Json } from './columns.ts'

/** One row for every sum owed. */
export interface ClaimTable {
  organizationId: string
  id: string
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

/** The terms that a claim was made on. They never change, even if the plan does. */
export interface FrozenClaim {
  readonly hash: string
  readonly terms: PlanTerms
  readonly withTrial: boolean
  readonly draft: QuoteDraft
  /** What a checkout said would be charged later; empty in the claim of a period. */
  readonly later: readonly LaterCharge[]
  /** The discount as it was shown with the terms; absent without one, and in the claim of a period. */
  readonly discount?: QuotedDiscount
  /** The decision about the tax in the draft. */
  readonly tax: TaxDecision
  /** Only in the claim of a period: the period, and how much of the balance it uses up when it is paid, in minor units. */
  readonly period?: BillingPeriod & { readonly balanceUsed: number }
  /**
   * The balance that the draft was made with, in minor units; 0 without a subscription. What is added to the balance later is not
   * part of the claim.
   */
  readonly balanceBefore: number
  /** The tax rule that the balance and the period before were counted under; null without one. */
  readonly paidTax: TaxRule | null
  /** Whether the draft gives credit for the unused time of the running period. */
  readonly creditsUnusedTime: boolean
  /** The country whose price was quoted for a new subscription; `ZZ` when none was known. */
  readonly countryOfSale?: string
  /** Only if the period is the first after a trial: its charge says so on the bank statement. */
  readonly endsTrial?: true
  /**
   * Only if the sum was rounded again and another claim replaced it: how many payments of that one and of those before it there were.
   */
  readonly triesBefore?: number
  /** The state of an existing subscription that the draft was made on (DECISIONS 56); null in the claims of new sales and of periods. */
  readonly quotedOn: QuotedOn | null
}

/** The state of a subscription that decides what a plan change or a recovery costs. */
export interface QuotedOn {
  readonly planId: string
  readonly priceAmount: number
  readonly priceCurrency: CurrencyCode
  readonly quantity: number
  readonly periodStart: Timestamp
  readonly periodEnd: Timestamp
  readonly periodPaymentId: string | null
  /** What the running period cost, in minor units; null when the draft gives no credit for it. */
  readonly periodCostMinor: number | null
  readonly owedClaimId: string | null
  readonly isEnded: boolean
}
