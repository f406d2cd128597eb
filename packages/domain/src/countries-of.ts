/** The set of countries in a text of two-letter codes, separated by spaces. */
export const countriesOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))
