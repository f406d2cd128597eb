import type { CurrencyCode, SubscriptionStatus } from '@billing-checkout/contract'
import type { CreditEntry, DiscountTerms, TaxRule, Timestamp } from '@billing-checkout/domain'

/** The state of a subscription before or after a plan change: plan, period and money. */
export interface SubscriptionSnapshot {
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

/** A change of plan or quantity to which the consumer consented, with everything that a later withdrawal needs. */
export interface PlanChange {
  /** The payment for the change; null if it charged nothing. */
  readonly paymentId: string | null
  /** The consumer's consent to the change. */
  readonly consentId: string
  /** The customer's credit that the change spent, in minor units. */
  readonly creditMinor: number
  /** How much of the previous period's payment had already been refunded or disputed, in minor units. */
  readonly givenBackMinor: number
  /** Whether the change was undone: by a withdrawal, or before it took effect. */
  readonly isUndone: boolean
  readonly before: SubscriptionSnapshot
  readonly after: SubscriptionSnapshot
}
