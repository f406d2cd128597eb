import type { ProcessorOutcome } from '../outcome.ts'

/** Who pays, as far as it is known here; a processor may keep its own record of them under this id. */
export interface ChargedCustomer {
  /** Our id, which never changes. */
  readonly id: string
  readonly email: string | null
  readonly name: string | null
  /** Their billing address; absent if it is not known. */
  readonly address?: { readonly postalCode: string | null; readonly country: string | null }
  /** The processor's own id of the customer; present if it keeps records of customers and the method is stored. */
  readonly reference?: string
}

/** What became of making a record of a customer. */
export type MadeCustomer =
  | { readonly kind: 'made'; readonly reference: string }
  | { readonly kind: 'ended'; readonly outcome: ProcessorOutcome }

/** Records of customers at a processor, in which their methods are stored: one for each customer and connection. */
export interface CustomerRecords {
  /**
   * Makes the record, which the server commits before the first charge that names it. Repeated with the same number while keys are
   * recognised, it is the same record; another number stands for one that takes the place of a record which is gone.
   */
  make(customer: ChargedCustomer, number: number): Promise<MadeCustomer>
}
