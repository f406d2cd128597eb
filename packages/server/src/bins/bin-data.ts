import type { BinData } from '@billing-checkout/contract'

/** Looks up a card's details by its first digits. An adapter answers synchronously; unknown details are null or `unknown`. */
export interface BinDirectory {
  /** Takes a card's first eight digits, or fewer if only fewer are known. */
  find(firstDigits: string): BinData
}

/** The data of a card of which at most the brand is known; `brand` is null if it is unknown. */
export const binDataOfBrand = (brand: string | null): BinData => ({
  brand,
  country: null,
  currency_code: null,
  description: null,
  funding: 'unknown',
  issuer: null,
  type: 'unknown',
})
