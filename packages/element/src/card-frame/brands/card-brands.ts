/** The card brands the frame knows, by their usual lower-case names. */
export const cardBrands = [
  'visa',
  'mastercard',
  'american-express',
  'discover',
  'diners-club',
  'jcb',
  'unionpay',
  'maestro',
  'mir',
] as const

/** One of the card brands that the frame knows. */
export type CardBrand = (typeof cardBrands)[number]
