import { type CardBrand, cardBrands } from '../../brands/card-brands.ts'

/** Card brands that have another name at Stripe. */
const names: Readonly<Record<string, CardBrand>> = { amex: 'american-express', diners: 'diners-club' }

/** Our name for a brand of Stripe; null if Stripe has not recognized the brand, or if we have no logo for it. */
export const brandOfStripe = (brand: string): CardBrand | null =>
  names[brand] ?? cardBrands.find((one) => one === brand) ?? null
