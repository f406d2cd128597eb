import type { Cancellation, CurrencyCode, Metadata, SubscriptionStatus } from '@billing-checkout/contract'
import type { CreditEntry, DiscountTerms, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { DatedRow, Json, NullableJson } from './columns.ts'
import type { PlanChange } from './plan-change.ts'

/** Subscriptions: who is charged for what, and when next. */
export interface SubscriptionTable extends DatedRow {
  customerId: string
  planId: string
  status: SubscriptionStatus
  /** The price of one unit, in minor units of `priceCurrency`. */
  priceAmount: number
  priceCurrency: CurrencyCode
  /** How many units of the plan the subscription has. */
  quantity: Generated<number>
  /** The trial price of one unit. */
  trialPriceAmount: number | null
  paymentMethodId: string | null
  anchor: Timestamp
  trialEndsAt: Timestamp | null
  currentPeriodStart: Timestamp
  currentPeriodEnd: Timestamp
  periodCostAmount: number
  nextBillingDate: Timestamp | null
  /** The plan that the subscription changes to when the current period ends; null if no change is scheduled. */
  scheduledPlanId: Generated<string | null>
  /** The price of one unit of that plan, fixed when the change was scheduled, in minor units of `priceCurrency`. */
  scheduledPriceAmount: Generated<number | null>
  /** The quantity that the subscription changes to. */
  scheduledQuantity: Generated<number | null>
  /** Why the subscription was cancelled; null unless it is cancelled, scheduled for cancellation, or has a `requestedEndAt`. */
  cancellation: ColumnType<Omit<Cancellation, 'ends_at'> | null, string | null | undefined, string | null>
  /**
   * The end date that a cancellation named, if it is after the current period. The subscription then renews until the first period end on
   * or after this date. Null if there is no such date, or no renewal is left.
   */
  requestedEndAt: Generated<Timestamp | null>
  /** In minor units. Positive: credit that lowers later charges. Negative: a surcharge on the next charge. */
  balanceAmount: number
  /**
   * The part of the period's cost that a change of plan has deferred to the next charge, in minor units net of tax. `balanceAmount` is
   * lower by this part (DECISIONS 124).
   */
  deferredCostAmount: Generated<number>
  /** The part of the period's cost that the period's own payment covered, less refunds and disputes, in minor units net of tax. */
  periodPaidAmount: Generated<number>
  /** The sources of credit, the oldest first (DECISIONS 124); null if there are none. */
  creditEntries: ColumnType<CreditEntry[] | null, string | null | undefined, string | null>
  /** The tax rule under which cost and balance are counted (DECISIONS 67); null without tax. */
  paidTax: NullableJson<TaxRule>
  /** The latest change of plan, with what it replaced (DECISIONS 207); null if there was none, or the merchant made it. */
  planChange: ColumnType<PlanChange | null, string | null | undefined, string | null>
  /** The country whose price was charged; `ZZ` if unknown. */
  countryOfSale: string
  /** The discount on later charges, as it was redeemed, with the number of periods left; null: none. */
  discount: ColumnType<DiscountTerms | null, string | null | undefined, string | null>
  /** The discount with which the current period was charged; null: none. */
  periodDiscount: ColumnType<DiscountTerms | null, string | null | undefined, string | null>
  attemptCount: number
  attemptsMax: number
  pastDueSince: Timestamp | null
  /** When the server cancels the subscription if it is past due and no retry is planned. */
  givesUpAt: Generated<Timestamp | null>
  /** When we next ask the customer of a past-due subscription that has never had a payment method to add one; null: never again. */
  methodWantedAt: Generated<Timestamp | null>
  /** The number of consecutive technical failures of the owed charge. */
  failureCount: Generated<number>
  periodPaymentId: Generated<string | null>
  renewalPaymentId: Generated<string | null>
  /** The claim of the current period, if its payment was approved and failed later. */
  owedClaimId: Generated<string | null>
  /** The period's payment that was approved but whose money never arrived, if its amount was put on the balance. */
  lostPaymentId: Generated<string | null>
  /** Until when the subscription's due work is deferred, after how many consecutive failures, and why. */
  deferredUntil: Generated<Timestamp | null>
  tries: Generated<number>
  deferredReason: Generated<string | null>
  /** Until when no other worker takes the row, by the database's clock. */
  leaseUntil: Generated<Timestamp | null>
  noticedPeriodEnd: Generated<Timestamp | null>
  /** Everything that the email notices depend on: the period's end, plan, price and method. */
  announcementKey: ColumnType<string, never, never>
  /** The `announcementKey` for which the notices were planned. */
  announcedFor: Generated<string | null>
  /** When the next notice is due; null if none is left. */
  announceAt: Generated<Timestamp | null>
  announcementDueAt: ColumnType<Timestamp | null, never, never>
  /**
   * The moment at which the charged card expires; null if the payment method has no expiry date. The function `methodColumns` writes it
   * together with `paymentMethodId`.
   */
  cardExpiresAt: Timestamp | null
  /** `cardWarningKey`: the method and charge that an expiry warning would be about. `cardWarnedFor`: the key of the latest warning. */
  cardWarningKey: ColumnType<string | null, never, never>
  cardWarnedFor: Generated<string | null>
  cardWarningDueAt: ColumnType<Timestamp | null, never, never>
  dueAt: ColumnType<Timestamp | null, never, never>
  noticeDueAt: ColumnType<Timestamp | null, never, never>
  metadata: Json<Metadata>
}
