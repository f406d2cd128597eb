import type { Cancellation, CurrencyCode, Metadata, SubscriptionStatus } from '@billing-checkout/contract'
import type { CreditEntry, DiscountTerms, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'
import type { PlanChange } from './plan-change.ts'

/** Who is charged for what, and when next. */
export interface SubscriptionTable {
  organizationId: string
  id: string
  customerId: string
  planId: string
  status: SubscriptionStatus
  /** The price of one unit, in minor units of `priceCurrency`. */
  priceAmount: number
  priceCurrency: CurrencyCode
  /** How many units of the plan it has. */
  quantity: Generated<number>
  /** For one unit. */
  trialPriceAmount: number | null
  paymentMethodId: string | null
  anchor: Timestamp
  trialEndsAt: Timestamp | null
  currentPeriodStart: Timestamp
  currentPeriodEnd: Timestamp
  periodCostAmount: number
  nextBillingDate: Timestamp | null
  /** The plan that it changes to at the end of the current period; null if no change is scheduled. */
  scheduledPlanId: Generated<string | null>
  /** The price of one unit of that plan, decided when the change was scheduled, in minor units of `priceCurrency`. */
  scheduledPriceAmount: Generated<number | null>
  /** The quantity that it changes to. */
  scheduledQuantity: Generated<number | null>
  /** Why it was cancelled; null unless it is cancelled, scheduled for cancellation, or has a `requestedEndAt`. */
  cancellation: ColumnType<Omit<Cancellation, 'ends_at'> | null, string | null | undefined, string | null>
  /**
   * The end that its cancellation requests, if that is after the running period: it renews until the first end of a period that is not
   * before it. Null unless it is so cancelled and still renews.
   */
  requestedEndAt: Generated<Timestamp | null>
  /** Minor units. Credit that lowers later charges; when negative, a surcharge on the next one. */
  balanceAmount: number
  /** The part of the period's cost that its own payment brought, less its refunds and disputes, in minor units net of tax. */
  periodPaidAmount: Generated<number>
  /** The sources of credit, the oldest first (DECISIONS 124); null if there are none. */
  creditEntries: ColumnType<CreditEntry[] | null, string | null | undefined, string | null>
  /** The tax rule that cost and balance are counted under (DECISIONS 67); null if no tax is. */
  paidTax: NullableJson<TaxRule>
  /** The last change of its plan, with what it replaced (DECISIONS 207); null if there was none, or the merchant made it. */
  planChange: ColumnType<PlanChange | null, string | null | undefined, string | null>
  /** The country whose price was bought; `ZZ` when none was known. */
  countryOfSale: string
  /** The discount of its later charges, as it was redeemed, with the periods that are left; null: none. */
  discount: ColumnType<DiscountTerms | null, string | null | undefined, string | null>
  /** The discount that the running period was charged with; null: none. */
  periodDiscount: ColumnType<DiscountTerms | null, string | null | undefined, string | null>
  attemptCount: number
  attemptsMax: number
  pastDueSince: Timestamp | null
  /** When a past-due subscription is cancelled although no further try is planned. */
  givesUpAt: Generated<Timestamp | null>
  /** When we ask the customer of a past-due subscription that never had a payment method for one again; null: not any more. */
  methodWantedAt: Generated<Timestamp | null>
  /** The number of technical failures of the owed charge in a row. */
  failureCount: Generated<number>
  periodPaymentId: Generated<string | null>
  renewalPaymentId: Generated<string | null>
  /** The claim of the current period, if its payment failed after it had been approved. */
  owedClaimId: Generated<string | null>
  /** The period's payment whose money never arrived, if its sum is in the balance. */
  lostPaymentId: Generated<string | null>
  /** Until when its due work waits, after how many failures in a row, and why. */
  deferredUntil: Generated<Timestamp | null>
  tries: Generated<number>
  deferredReason: Generated<string | null>
  /** The time until which another worker does not take the row, by the database's clock. */
  leaseUntil: Generated<Timestamp | null>
  noticedPeriodEnd: Generated<Timestamp | null>
  /** What the notices by email depend on: the period's end, plan, price and method. */
  announcementKey: ColumnType<string, never, never>
  /** The key that they were planned for. */
  announcedFor: Generated<string | null>
  /** When the next of them is due; null if none is left. */
  announceAt: Generated<Timestamp | null>
  announcementDueAt: ColumnType<Timestamp | null, never, never>
  /**
   * The first moment at which the card that pays has expired; null if it never does. It is written with `paymentMethodId` (`chargedTo`).
   */
  cardExpiresAt: Timestamp | null
  /** The method and the charge that a warning is about, and those of the last warning. */
  cardWarningKey: ColumnType<string | null, never, never>
  cardWarnedFor: Generated<string | null>
  cardWarningDueAt: ColumnType<Timestamp | null, never, never>
  dueAt: ColumnType<Timestamp | null, never, never>
  noticeDueAt: ColumnType<Timestamp | null, never, never>
  metadata: Json<Metadata>
  createdAt: Timestamp
  updatedAt: Timestamp
}
