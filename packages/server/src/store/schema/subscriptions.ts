import type { CurrencyCode, Metadata, SubscriptionStatus } from '@billing-checkout/contract'
import type { CreditedPayment, TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from './columns.ts'

/** Who is charged for what, and when next. */
export interface SubscriptionTable {
  organizationId: string
  id: string
  customerId: string
  planId: string
  status: SubscriptionStatus
  priceAmount: number
  priceCurrency: CurrencyCode
  trialPriceAmount: number | null
  paymentMethodId: string | null
  anchor: Timestamp
  trialEndsAt: Timestamp | null
  currentPeriodStart: Timestamp
  currentPeriodEnd: Timestamp
  periodCostAmount: number
  nextBillingDate: Timestamp | null
  /** Credit that lowers later charges; below zero a surcharge on the next one. */
  balanceAmount: number
  /** The payments behind the balance and the credit that was spent on the running period; null where there is none. */
  creditedPayments: ColumnType<CreditedPayment[] | null, string | null | undefined, string | null>
  /** The tax rule under which cost and balance are counted, in the period that starts at `since`; null where nobody noted it. */
  paidTax: ColumnType<PaidTax | null, string | null | undefined, string | null>
  /** The country whose price was bought, `ZZ` where none was known; null where nobody noted it. */
  countryOfSale: Generated<string | null>
  attemptCount: number
  attemptsMax: number
  pastDueSince: Timestamp | null
  /** When a past-due subscription is cancelled although no further try is planned. */
  givesUpAt: Generated<Timestamp | null>
  /** Technical failures of the owed charge in a row. */
  failureCount: Generated<number>
  periodPaymentId: Generated<string | null>
  renewalPaymentId: Generated<string | null>
  /** The claim of the current period when its payment failed after it had been approved. */
  owedClaimId: Generated<string | null>
  heldUntil: Generated<Timestamp | null>
  heldCount: Generated<number>
  heldReason: Generated<string | null>
  /** Wall-clock time until which another worker keeps off. */
  leaseUntil: Generated<Timestamp | null>
  noticedPeriodEnd: Generated<Timestamp | null>
  dueAt: ColumnType<Timestamp | null, never, never>
  noticeAt: ColumnType<Timestamp | null, never, never>
  metadata: Json<Metadata>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A tax rule and the period since whose start it counts: a server that does not know of it begins periods without it. */
export interface PaidTax {
  readonly rule: TaxRule | null
  readonly since: Timestamp
}
