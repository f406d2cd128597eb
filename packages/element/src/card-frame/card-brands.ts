/** The card brands the frame knows, by their usual lower-case names (decisions 8). */
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

/** One card brand (decisions 8). */
export type CardBrand = (typeof cardBrands)[number]
