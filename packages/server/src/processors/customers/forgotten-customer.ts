/** An erased customer: everything that may identify them at a processor. */
export interface ForgottenCustomer {
  /** Our id of the customer, as it was sent with charges. */
  readonly id: string
  /** The processor's own record of the customer; null if it has none. */
  readonly record: string | null
  /** The tokens of their stored methods. */
  readonly tokens: readonly string[]
  /** The references of their charges, refunds and confirmations. */
  readonly references: readonly string[]
}
