import type { BinData } from '@billing-checkout/contract'

/** Finds what is known of a card by its first digits. An adapter answers at once; what it does not know is null or `unknown`. */
export interface BinDirectory {
  /** Takes the first eight digits, or as many as there are. */
  find(firstDigits: string): BinData
}

/** What is known of a card of which nothing but the brand is; null: not even that. */
export const onlyBrand = (brand: string | null): BinData => ({
  brand,
  country: null,
  currency_code: null,
  description: null,
  funding: 'unknown',
  issuer: null,
  type: 'unknown',
})
