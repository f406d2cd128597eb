import type { BinData } from '@billing-checkout/contract'

/** What is known of cards by their first digits. An adapter answers at once; what it does not know is null or `unknown`. */
export interface BinDirectory {
  /** Takes the first eight digits, or as many as there are. */
  find(firstDigits: string): BinData
}
