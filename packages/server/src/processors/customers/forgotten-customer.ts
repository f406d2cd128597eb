/** A customer who was erased, by what a processor may know them by. */
export interface ForgottenCustomer {
  /** Our id of them, as in the customer of a charge. */
  readonly id: string
  /** The processor's own record of the customer, if it has made one. */
  readonly record: string | null
  /** The tokens of the methods that were stored for them. */
  readonly tokens: readonly string[]
  /** The references of the customer's charges, refunds and confirmations. */
  readonly references: readonly string[]
}
