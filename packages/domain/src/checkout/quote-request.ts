import type { Money, CheckoutPurpose, ProrationBillingMode } from '@billing-checkout/contract'
import type { Timestamp, Interval } from '../calendar/timestamp.ts'
import type { SpendableCredit } from '../credit/customer-credit.ts'
import type { DiscountTerms } from '../discount/discount-terms.ts'
import type { ChargeLimits } from '../money/charge-limits.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import type { PaidPeriod } from '../subscription/unused-period-credit.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import type { QuoteLine } from './quote-lines.ts'
import type { SubscriptionDebt } from './subscription-debt.ts'

/** The charges of a checkout, now and later, before they get a quote id and a hash. Amounts in minor units. */
export interface QuoteDraft {
  readonly at: Timestamp
  readonly lines: readonly QuoteLine[]
  readonly subtotal: number
  readonly tax: { readonly amount: number; readonly rule: TaxRule | null }
  readonly dueNow: Money
  readonly nextCharge: (Money & { readonly at: Timestamp }) | null
  readonly recurring: (Money & { readonly interval: Interval }) | null
  /** The subscription's balance after the charge: credit that lowers later charges, or a surcharge if negative. */
  readonly balance: number
  /** Whether payment starts a new billing cycle now. */
  readonly restartsCycle: boolean
  /**
   * The new cost of the whole running period, if its remaining time is exchanged for time on the new plan. A later change credits the
   * unused share of this cost (DECISIONS 67). Null if the period keeps its cost, or ends now.
   */
  readonly periodCost: number | null
  /** Set if the plan changes with the next charge, at the end of the running period. */
  readonly changesAtPeriodEnd?: true
}

/** The subscription that a checkout changes, recovers or resumes, or whose payment method it replaces. */
export interface QuotedSubscription {
  /** The name of the subscription's plan, which labels credit from that plan. */
  readonly planName: string
  /** The instant that the subscription's billing dates are counted from. */
  readonly anchor: Timestamp
  readonly period: PaidPeriod
  readonly nextBillingDate: Timestamp | null
  /**
   * The subscription's balance: credit for later charges if positive, a debt added to the next charge if negative. For a cancelled
   * subscription, this leaves out debts that were too small to charge, because they are waived.
   */
  readonly balanceMinor: number
  /** The tax rule under which the period's cost and the balance are counted. */
  readonly paidTax: TaxRule | null
  /** Whether a plan change gives credit for unused time: only if the subscription is live and paid up, neither past due nor cancelled. */
  readonly earnsCredit: boolean
  /**
   * Set if the subscription was cancelled in a paid period that still runs. Starting the subscription again then gives credit for the
   * unused time, and counts this balance, which includes the amounts that `balanceMinor` leaves out. The period's cost excludes refunded
   * money.
   */
  readonly restartCredit: { readonly balanceMinor: number } | null
  /** Whether the trial is running. A trial keeps its own price, whatever plan follows, so exchanging its remaining time costs nothing. */
  readonly inTrial: boolean
  readonly owed: SubscriptionDebt
  /**
   * The part of the balance that the running period's charge used, if that charge's money never arrived and the balance does not include
   * the debt; else 0. A new cycle writes the period off and returns this part to the balance. Negative if the charge collected a surcharge.
   */
  readonly writtenOffMinor: number
  /** The discount of the running period, as it would apply on the quoted plan; absent or null: none. */
  readonly periodDiscount?: DiscountTerms | null
}

/** The input of a quote. `at` is the frozen instant of proration; `startsAt` is when a new period would begin. */
export interface QuoteRequest {
  readonly purpose: CheckoutPurpose
  readonly at: Timestamp
  readonly startsAt: Timestamp
  readonly terms: PlanTerms
  readonly withTrial: boolean
  readonly tax: TaxRule | null
  readonly subscription: QuotedSubscription | null
  readonly prorationBillingMode: ProrationBillingMode
  /** Which amounts can be charged by every processor that may make the charge; absent: any amount. */
  readonly limits?: ChargeLimits
  /** The customer's credit that may pay the amount due now; absent: none. */
  readonly customerCredit?: SpendableCredit
}
