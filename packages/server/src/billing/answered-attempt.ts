import type { Organization } from '../organization/organization.ts'
import type { PaymentRelations } from '../presenters/payments/present-payment.ts'
import type { FinalOutcome } from '../processors/processor.ts'
import type { LockedSubscription } from '../store/entities/subscriptions.ts'
import type {
  AttemptRow,
  ClaimRow,
  ClientSessionRow,
  CustomerRow,
  PaymentMethodRow,
  PaymentRow,
  PlanRow,
} from '../store/rows.ts'
import type { Write } from '../store/writes/write.ts'

/** An attempt and its payment, both locked, and their customer. */
export interface AttemptRows {
  readonly attempt: AttemptRow
  readonly payment: PaymentRow
  readonly customer: CustomerRow
}

/** An attempt whose final outcome is being recorded. */
export interface AnsweredAttempt<Outcome extends FinalOutcome = FinalOutcome> extends AttemptRows {
  readonly work: Write
  readonly outcome: Outcome
  /**
   * Set only for an approved charge, and only if no other payment can have bought the same thing meanwhile; see `mayBeDuplicatePurchase`.
   */
  readonly paidRows: PaidRows | undefined
}

/** The final outcome of a call that the processor approved. */
export type ApprovedOutcome = Extract<FinalOutcome, { kind: 'approved' }>

/** A payment after an attempt has ended, with the related rows that are already loaded. */
export interface FinishedPayment extends Partial<PaymentRelations> {
  readonly payment: PaymentRow
}

/** The rows that are read or changed when a paid payment takes effect. Rows that may be changed are locked. */
export interface PaidRows {
  /** Undefined for the purpose `pay`, a one-off purchase. */
  readonly claim: ClaimRow | undefined
  /** The paid session and its customer; undefined for a payment without a session. */
  readonly checkout: { readonly session: ClientSessionRow; readonly customer: CustomerRow } | undefined
  /** The subscription that the payment was for; undefined if the payment opens one or is a one-off purchase. */
  readonly subscription: LockedSubscription | undefined
  /** The customer's stored method with the payment's fingerprint, if the payment was made with a newly entered method. */
  readonly sameCard: PaymentMethodRow | undefined
  /** The rows needed to create a subscription, if the payment opens one. */
  readonly newSubscription: { readonly organization: Organization; readonly plan: PlanRow } | undefined
}
