/**
 * Stands for no known country in a subscription's country of sale (a code that ISO 3166 leaves to its users). No plan has a price for it.
 */
export const nowhere = 'ZZ'

/** A country of sale; null if it is not known. */
export const knownCountry = (countryOfSale: string | null): string | null =>
  countryOfSale === nowhere ? null : countryOfSale
