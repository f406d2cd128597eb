/** A customer who was erased, by what a processor may know them by. */
export interface ForgottenCustomer {
  /** Our id of them, as in the customer of a charge. */
  readonly id: string
  /** The tokens of the methods that were stored for them. */
  readonly tokens: readonly string[]
  /** The references of what they were charged, refunded and asked. */
  readonly references: readonly string[]
}
