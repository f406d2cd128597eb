/** A customer who was erased, by what a processor may know them by. */
export interface ForgottenCustomer {
  /** Our id of them, as in the customer of a charge. */
  readonly id: string
  /** The processor's own record of them, where it keeps one and has made it. */
  readonly record: string | null
  /** The tokens of the methods that were stored for them. */
  readonly tokens: readonly string[]
  /** The references of what they were charged, refunded and asked. */
  readonly references: readonly string[]
}
