import type { CurrencyCode, SubscriptionStatus } from '@billing-checkout/contract'
import type { CreditEntry, DiscountTerms, TaxRule, Timestamp } from '@billing-checkout/domain'

/** What a change of plan replaces in a subscription: plan, period and money. */
export interface StateOfPlan {
  readonly status: SubscriptionStatus
  readonly planId: string
  readonly priceAmount: number
  readonly priceCurrency: CurrencyCode
  readonly quantity: number
  readonly trialPriceAmount: number | null
  readonly anchor: Timestamp
  readonly trialEndsAt: Timestamp | null
  readonly currentPeriodStart: Timestamp
  readonly currentPeriodEnd: Timestamp
  readonly nextBillingDate: Timestamp | null
  readonly requestedEndAt: Timestamp | null
  readonly scheduledPlanId: string | null
  readonly scheduledPriceAmount: number | null
  readonly scheduledQuantity: number | null
  readonly periodCostAmount: number
  readonly periodPaidAmount: number
  readonly balanceAmount: number
  readonly deferredCostAmount: number
  readonly creditEntries: readonly CreditEntry[] | null
  readonly paidTax: TaxRule | null
  readonly discount: DiscountTerms | null
  readonly periodDiscount: DiscountTerms | null
  readonly periodPaymentId: string | null
  readonly owedClaimId: string | null
  readonly lostPaymentId: string | null
}

/** A change of a subscription's plan or quantity that its consumer agreed to, as a withdrawal from it needs it. */
export interface PlanChange {
  /** The payment that it charged; null if it charged nothing. */
  readonly paymentId: string | null
  /** The consent to it. */
  readonly consentId: string
  /** The credit of the customer that it spent, in minor units. */
  readonly creditMinor: number
  /** What the payment for the period before it had given back then, disputes included, in minor units. */
  readonly givenBackMinor: number
  /** Whether it was undone: withdrawn from, or taken back before its day. */
  readonly isUndone: boolean
  readonly before: StateOfPlan
  readonly after: StateOfPlan
}
