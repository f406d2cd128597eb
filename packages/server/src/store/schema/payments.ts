import type {
  CheckoutPurpose,
  CurrencyCode,
  Metadata,
  Payment,
  PaymentMethod,
  PaymentStatus,
  PaymentTax,
  PaymentTokenType,
  PaymentType,
  StatusReason,
  ThreeDSecure,
} from '@billing-checkout/contract'
import type { QuoteLine, Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { DatedRow, Json, NullableJson, OwnedRow } from './columns.ts'

/** One row for every payment: a try to collect the amount of a claim. */
export interface PaymentTable extends DatedRow {
  claimId: string
  sessionId: string | null
  /** The payment link of which this payment uses up one purchase; null once the purchase was given back to the link. */
  linkId: Generated<string | null>
  /** The discount of which this payment uses up one redemption; null once the redemption was given back to the discount. */
  discountId: Generated<string | null>
  customerId: string
  planId: string
  /** The plan's group when the payment began; null if the plan had none. */
  planGroup: Generated<string | null>
  subscriptionId: string | null
  paymentMethodId: string | null
  purpose: PaymentPurpose
  amount: number
  /** The amount that the processor actually collected, in minor units; null if it collected the payment's amount. */
  collectedAmount: Generated<number | null>
  /** The customer's credit that reduced the amount, in minor units; without tax if tax is added on top. */
  creditAmount: Generated<number>
  amountUsd: number | null
  currencyCode: CurrencyCode
  /** The lines of the frozen quote. If the claim is rounded again, these are only the latest lines. */
  lines: Json<readonly QuoteLine[]>
  exchange: NullableJson<FrozenExchangeRate>
  paymentStatus: PaymentStatus
  paymentType: PaymentType
  paymentTokenType: PaymentTokenType | null
  paymentMethod: NullableJson<PaymentMethod>
  fingerprint: string | null
  /** The buyer's folded e-mail address, if the sale has a trial or a discount. The customer's own address may change later. */
  foldedEmail: Generated<string | null>
  /** The shopper's network address as a keyed hash. */
  addressHash: string | null
  metadata: Json<Metadata>
  statementDescriptor: string | null
  refundedAmount: Generated<number>
  /** The amount withdrawn from the payment by open and lost disputes, in minor units. */
  disputedAmount: Generated<number>
  avsCheck: NullableJson<Payment['avs_check']>
  cvcCheck: NullableJson<Payment['cvc_check']>
  paymentDetails: NullableJson<Payment['payment_details']>
  processor: NullableJson<Payment['processor']>
  statusReason: NullableJson<StatusReason>
  tax: NullableJson<PaymentTax>
  /** 3-D Secure data; named so because the camel-case plugin cannot spell `three_d_secure`. */
  authentication: NullableJson<ThreeDSecure>
  consent: NullableJson<unknown>
  /** When to query the processor about the payment's settlement, by the billing clock; null if no query is planned. */
  dueAt: Timestamp | null
  searchText: string
}

/** The purpose of a payment: the purpose of its client session, or `renew` for the next period of a subscription. */
export type PaymentPurpose = CheckoutPurpose | 'renew'

/** The exchange rate with which a payment's dollar amounts were computed, frozen with the payment. */
export interface FrozenExchangeRate {
  readonly date: string
  readonly source: string
  readonly usdPerUnit: string
}

/** The search texts of payments. A trigger writes them whenever a payment's search text is written. */
export interface PaymentTextTable extends OwnedRow {
  createdAt: Timestamp
  searchText: string
}
