import type { RefundStatus, TaxBreakdown } from '@billing-checkout/contract'
import type { TaxRule, Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** Refunds, pending ones included. */
export interface RefundTable {
  organizationId: string
  id: string
  paymentId: string
  amount: number
  amountUsd: number | null
  /** The part of the payment's tax that is refunded with it, in minor units. */
  taxAmount: Generated<number>
  /** Each tax in it. */
  taxBreakdown: ColumnType<TaxBreakdown, string | undefined, string>
  status: RefundStatus
  reason: string | null
  processorTransactionId: string | null
  /** `processor`: it was made there without being asked for here. */
  source: Generated<'here' | 'processor'>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Refunds that a processor has accepted, those included that count as no refund of their payment. */
export interface AcceptedRefundTable {
  organizationId: string
  /** The id of the attempt by which it was made, or of the refund if no attempt of ours made it. */
  id: string
  foundRefundId: Generated<string | null>
  paymentId: string
  connection: string
  /** The processor's id of the refund. */
  transactionId: string
  state: RefundStatus
  /** What the refund took of its subscription's period and credit; null if it took nothing. */
  taken: NullableJson<TakenFromPeriod>
  /**
   * When the rest of the period that it took money of was exchanged by a change, or the period's end if a change gave no credit
   * for that rest; null if no change has left the period.
   */
  periodLeftAt: Timestamp | null
  /** When we next query the processor about it, by the billing clock; null once we no longer do. */
  dueAt: Timestamp | null
  /** The number of queries in a row that had no answer since it arrived. */
  failedQuestions: Generated<number>
  /** When it was accepted, or has arrived since. */
  stateSince: Timestamp
  /** When it was accepted. */
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** What a refund took of a period's cost and of the credit that comes with it, in minor units net of tax. */
export interface TakenFromPeriod {
  readonly costMinor: number
  readonly balanceMinor: number
  /** The period that was running then, as it was moved since by a late payment. */
  readonly periodStart: Timestamp
  readonly periodEnd: Timestamp
  /** The tax rule that the subscription's money was counted under. */
  readonly rule: TaxRule | null
  /** What it took of credit that had left the subscription; absent if it took none. */
  readonly elsewhere?: readonly TakenElsewhere[]
}

/** Credit that a refund took back after it had left the subscription of its payment, by its place at that time. In minor units. */
export type TakenElsewhere =
  | { readonly kind: 'customer'; readonly creditId: string; readonly minor: number }
  /** A payment for a subscription, whose outcome was unknown, held it. */
  | { readonly kind: 'payment'; readonly creditId: string; readonly spender: string; readonly minor: number }
  /** A one-off purchase has it: nothing of it goes unless that purchase comes to nothing. */
  | { readonly kind: 'purchase'; readonly creditId: string; readonly spender: string; readonly minor: number }
  | {
      readonly kind: 'subscription'
      readonly subscriptionId: string
      readonly minor: number
      /** The period that was running then. */
      readonly periodStart: Timestamp
      /** The tax rule that the subscription's money was counted under. */
      readonly rule: TaxRule | null
    }
