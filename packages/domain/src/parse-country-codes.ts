/** The set of countries in a text of two-letter codes, separated by spaces. */
export const parseCountryCodes = (codes: string): ReadonlySet<string> => new Set(codes.split(' '))
