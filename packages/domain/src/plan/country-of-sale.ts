/** Marks an unknown country in a subscription's country of sale. ISO 3166 leaves this code to its users, and no plan has a price for it. */
export const nowhere = 'ZZ'

/** The country of sale; null if it is unknown. */
export const knownCountry = (countryOfSale: string | null): string | null =>
  countryOfSale === nowhere ? null : countryOfSale
