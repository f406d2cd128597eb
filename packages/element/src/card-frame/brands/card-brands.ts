/** The card brands that the frame recognizes, by their usual lower-case names. */
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

/** A card brand that the frame recognizes. */
export type CardBrand = (typeof cardBrands)[number]
