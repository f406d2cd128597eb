import type { BinData } from '@billing-checkout/contract'
import type { BinDirectory } from '../bin-data.ts'

/** First digits by brand, as the networks publish them; the first match wins. */
const brands: readonly (readonly [brand: string, pattern: RegExp])[] = [
  ['visa', /^4/],
  ['american-express', /^3[47]/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['diners-club', /^(30[0-5]|3095|36|3[89])/],
  ['jcb', /^(352[89]|35[3-8])/],
  ['unionpay', /^(62|81)/],
  ['maestro', /^(50|5[6-9]|6[0-9])/],
]

/** Brands by their published ranges; issuers and funding take an operator's own data. */
export const builtInBins: BinDirectory = {
  find: (firstDigits): BinData => ({
    brand: brands.find(([, pattern]) => pattern.test(firstDigits))?.[0] ?? null,
    country: null,
    currency_code: null,
    description: null,
    funding: 'unknown',
    issuer: null,
    type: 'unknown',
  }),
}
