import type { ProcessorOutcome } from './outcome.ts'

/** The payer, as far as we know them. A processor may keep its own record of the payer under this `id`. */
export interface ChargedCustomer {
  /** Our id of the customer, which never changes. */
  readonly id: string
  readonly email: string | null
  readonly name: string | null
  /** The billing address; absent if unknown. */
  readonly address?: { readonly postalCode: string | null; readonly country: string | null }
  /** The processor's own id of the customer; present if the processor keeps records of customers and the charge stores a new method. */
  readonly reference?: string
}

/** The result of making a record of a customer. */
export type MadeCustomer =
  | { readonly kind: 'made'; readonly reference: string }
  | { readonly kind: 'ended'; readonly outcome: ProcessorOutcome }

/** A processor's records of customers, in which it stores their methods. There is one record for each customer and connection. */
export interface CustomerRecords {
  /**
   * Makes the record. The server commits the record's id before the first charge that uses it. While the processor recognizes repeated
   * idempotency keys, the same `number` returns the same record. If a record no longer exists, the server passes a new `number` to replace
   * it.
   */
  make(customer: ChargedCustomer, number: number): Promise<MadeCustomer>
}

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
