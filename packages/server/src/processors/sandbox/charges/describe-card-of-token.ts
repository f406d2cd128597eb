import { binDataOfBrand } from '../../../bins/bin-data.ts'
import type { DescribedToken } from '../../processor.ts'
import { behaviorOf, findCardOfToken } from './stored-cards.ts'

/** Describes the test card behind a token by its brand and last digits, as most processors do; undefined for an unknown token. */
export const describeCardOfToken = (token: string): DescribedToken | undefined => {
  const card = findCardOfToken(token)
  if (card === undefined) return undefined
  return {
    details: {
      bin: null,
      bin_data: binDataOfBrand(card.brand),
      exp_month: 12,
      exp_year: 2090,
      is_network_tokenized: false,
      last4: card.number.slice(-4),
      number: null,
    },
    fingerprint: behaviorOf(card),
  }
}
