/** One row of a customer's credit. It came from one subscription and has one source. */
export interface KnownCredit {
  readonly id: string
  readonly customer: string
  readonly currency: string
  /** The payment from which the credit comes. If no payment paid for the credit, the subscription from which it moved. */
  readonly source: string
  readonly amount: number
  /** The amount that no purchase has spent or holds, and that no refund or dispute of the source has taken back. */
  readonly left: number
  readonly takenBack: number
}

/** Credit that one purchase took from one row. */
export interface KnownUse {
  readonly credit: string
  /** The id of the payment, or of the change without a payment. */
  readonly spender: string
  readonly amount: number
  /** The part that a refund or dispute took back while the payment held it. */
  readonly takenBack: number
  /** `held` by a payment until its outcome is known; then `spent`, or `returned` to the customer. */
  readonly state: 'held' | 'spent' | 'returned'
}

/**
 * Credit of a payment that was taken back after it had left the payment's subscription: from the customer, from a payment that held it, or
 * from another subscription.
 */
export type TakenElsewhere =
  | { readonly kind: 'customer'; readonly credit: string; readonly minor: number }
  | { readonly kind: 'payment'; readonly credit: string; readonly spender: string; readonly minor: number }
  | { readonly kind: 'subscription'; readonly id: string; readonly minor: number }
