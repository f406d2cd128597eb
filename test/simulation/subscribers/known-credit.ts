/** One row of a customer's credit. It came from one subscription and has one source. */
export interface KnownCredit {
  readonly id: string
  readonly customer: string
  readonly currency: string
  /** The payment from which it comes, or the subscription from which it moved if no payment paid for it. */
  readonly source: string
  readonly amount: number
  /** What no purchase has spent or holds, and no refund or dispute of the source has taken back. */
  readonly left: number
  readonly takenBack: number
}

/** Credit that one purchase took from one row. */
export interface KnownUse {
  readonly credit: string
  /** The payment, or the change without a payment. */
  readonly spender: string
  readonly amount: number
  /** The part that was taken back while the payment held it. */
  readonly takenBack: number
  /** `held` by a payment until its outcome is known; then `spent`, or `returned` to the customer. */
  readonly state: 'held' | 'spent' | 'returned'
}

/** Credit from a payment that was taken back after it had left the payment's subscription, with its place at that time. */
export type TakenElsewhere =
  | { readonly kind: 'customer'; readonly credit: string; readonly minor: number }
  | { readonly kind: 'payment'; readonly credit: string; readonly spender: string; readonly minor: number }
  | { readonly kind: 'subscription'; readonly id: string; readonly minor: number }
