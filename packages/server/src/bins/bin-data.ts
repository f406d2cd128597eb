import type { BinData } from '@billing-checkout/contract'

/** Finds what is known of a card by its first digits. An adapter answers at once; what it does not know is null or `unknown`. */
export interface BinDirectory {
  /** Takes the first eight digits, or as many as there are. */
  find(firstDigits: string): BinData
}
