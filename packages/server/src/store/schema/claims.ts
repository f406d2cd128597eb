import type { CurrencyCode } from '@billing-checkout/contract'
import type { BillingPeriod, LaterCharge, PlanTerms, QuoteDraft, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { TaxDecision } from './tax-decision.ts'
import type { Json } from './columns.ts'

/** One row for every sum owed. */
export interface ClaimTable {
  organizationId: string
  id: string
  kind: 'checkout' | 'merchant' | 'period' | 'change'
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

/** The terms that a claim was made on; they never change, whatever becomes of the plan. */
export interface FrozenClaim {
  readonly hash: string
  readonly terms: PlanTerms
  readonly withTrial: boolean
  readonly draft: QuoteDraft
  /** What a checkout said would be charged later; claims of earlier releases and of renewals have none. */
  readonly later?: readonly LaterCharge[]
  /** How the tax in the draft came about; claims made before tax was collected have none. */
  readonly tax?: TaxDecision
  /** Only of a period's claim: which one, and how much balance it uses up when it is paid, in minor units. */
  readonly period?: BillingPeriod & { readonly balanceUsed: number }
  /** The balance that the draft was made with, in minor units; what has joined it since stays. */
  readonly balanceBefore?: number
  /**
   * The tax rule that the balance was counted under, and the period before. Where it is left out, they are counted as the
   * draft is.
   */
  readonly paidTax?: TaxRule | null
  /** The country whose price was quoted for a new subscription, `ZZ` where none was known. */
  readonly countryOfSale?: string
  /** What of a subscription that was there before the draft was made on. */
  readonly quotedOn?: QuotedOn
}

/** What of a subscription decides what a change or a recovery costs. */
export interface QuotedOn {
  readonly planId: string
  readonly priceAmount: number
  readonly priceCurrency: CurrencyCode
  readonly periodStart: Timestamp
  readonly periodEnd: Timestamp
  readonly periodPaymentId: string | null
  /** What the running period cost, in minor units, where the draft credits what is left of it. */
  readonly periodCostMinor: number | null
  readonly owedClaimId: string | null
  readonly isEnded: boolean
}
