/** Credit of a customer in one row: it came from one subscription, and all of it is of one source. */
export interface KnownCredit {
  readonly id: string
  readonly customer: string
  readonly currency: string
  /** The payment whose money it is, or the subscription that it came from if no payment brought it. */
  readonly source: string
  readonly amount: number
  /** What no purchase has spent or holds, and no refund or dispute of the source has taken back. */
  readonly left: number
  readonly takenBack: number
}

/** Credit that one purchase took of one row. */
export interface KnownUse {
  readonly credit: string
  /** The payment, or the change without one. */
  readonly spender: string
  readonly amount: number
  /** The part that was taken back while the payment held it. */
  readonly takenBack: number
  /** A payment holds it until its outcome is known. Then it is spent, or the customer has it again. */
  readonly state: 'held' | 'spent' | 'returned'
}

/** Credit of a payment that was taken back after it had left the payment's subscription, by its place at that time. */
export type TakenElsewhere =
  | { readonly kind: 'customer'; readonly credit: string; readonly minor: number }
  | { readonly kind: 'payment'; readonly credit: string; readonly spender: string; readonly minor: number }
  | { readonly kind: 'subscription'; readonly id: string; readonly minor: number }
