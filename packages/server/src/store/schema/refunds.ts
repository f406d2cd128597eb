import type { CurrencyCode, RefundStatus, TaxBreakdown } from '@billing-checkout/contract'
import type { TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { DatedRow, NullableJson } from './columns.ts'

/** Refunds, pending ones included. */
export interface RefundTable extends DatedRow {
  paymentId: string
  amount: number
  amountUsd: number | null
  /** The part of the payment's tax that this refund gives back, in minor units. */
  taxAmount: Generated<number>
  /** The parts of `taxAmount`, one for each tax. */
  taxBreakdown: ColumnType<TaxBreakdown, string | undefined, string>
  status: RefundStatus
  reason: string | null
  processorTransactionId: string | null
  /** `processor`: the refund was made at the processor and not requested here. */
  source: Generated<'here' | 'processor'>
}

/** Refunds that a processor has accepted, including those that do not count as refunds of their payment. */
export interface AcceptedRefundTable {
  organizationId: string
  /** The id of the attempt that made the refund, or of the refund itself if none of our attempts did. */
  id: string
  foundRefundId: Generated<string | null>
  paymentId: string
  connection: string
  /** The processor's id of the refund. */
  transactionId: string
  state: RefundStatus
  /** What the refund took from its subscription's period and credit; null if it took nothing. */
  taken: NullableJson<PeriodReduction>
  /**
   * When a change of plan replaced the refunded period; null if none has. If the change gave no credit for the unused part, this is the
   * period's end.
   */
  periodLeftAt: Timestamp | null
  /** When we next query the processor about the refund, by the billing clock; null if no query is planned. */
  dueAt: Timestamp | null
  /** The number of consecutive queries without an answer since the refund arrived at the customer. */
  failedQuestions: Generated<number>
  /** When the refund was accepted or, once it has arrived at the customer, when it arrived. */
  stateSince: Timestamp
  /** When the refund was accepted. */
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** What a refund or dispute took from a period's cost and from the credit that came from the payment, in minor units net of tax. */
export interface PeriodReduction {
  readonly costMinor: number
  readonly balanceMinor: number
  /** The period that was current when the money was taken. A late payment may have moved the period's bounds since. */
  readonly periodStart: Timestamp
  readonly periodEnd: Timestamp
  /** The tax rule under which the subscription's money was counted. */
  readonly rule: TaxRule | null
  /** What the refund or dispute took from credit that had already left the subscription; absent: nothing. */
  readonly elsewhere?: readonly MovedCreditReduction[]
}

/**
 * Credit that a refund or dispute took back after the credit had left the payment's subscription. `kind` says who or what held the credit
 * at that time. Amounts are in minor units.
 */
export type MovedCreditReduction =
  | { readonly kind: 'customer'; readonly creditId: string; readonly minor: number }
  /** The holder is a subscription payment with an unknown outcome. */
  | { readonly kind: 'payment'; readonly creditId: string; readonly spender: string; readonly minor: number }
  /** The holder is a one-off purchase: the credit is taken back only if that purchase fails. */
  | { readonly kind: 'purchase'; readonly creditId: string; readonly spender: string; readonly minor: number }
  | {
      readonly kind: 'subscription'
      readonly subscriptionId: string
      readonly minor: number
      /** The period that was current when the credit was taken. */
      readonly periodStart: Timestamp
      /** The tax rule under which the subscription's money was counted. */
      readonly rule: TaxRule | null
    }

/**
 * Our obligations: to refund, to void an authorization, or to cancel a declined charge that could still be paid. An obligation stays open
 * until it is met, an operator closes it, or the server closes it because the payment's money never arrived.
 */
export interface ObligationTable extends DatedRow {
  paymentId: string
  kind: 'refund' | 'void' | 'cancel'
  /** Minor units; 0 for the cancellation of a declined verification. */
  amount: number
  /** The part that another obligation now owes because this obligation was refunded only partly, in minor units. */
  restAmount: Generated<number>
  currencyCode: CurrencyCode
  /** The processor's id of the transaction to refund, void or cancel. */
  transactionId: string
  /** Whether the refund counts as a refund of the payment. Refunds of money that never counted as paid do not. */
  isCounted: boolean
  reason: string
  state: Generated<'open' | 'met' | 'closed'>
  /** The latest attempt to fulfill the obligation. */
  attemptId: string | null
  tries: Generated<number>
  lastFailure: string | null
  /** Since when the obligation is overdue, because it had been refused several times in a row. */
  overdueSince: Timestamp | null
  /** When the obligation is tried again, by the billing clock, unless the latest attempt is still open. */
  dueAt: Timestamp
  /** Why an operator or the server closed the obligation unmet. */
  closedReason: string | null
}
