import { type CardBrand, cardBrands } from '../../brands/card-brands.ts'

/** Card brands that have another name at Stripe. */
const names: Readonly<Record<string, CardBrand>> = { amex: 'american-express', diners: 'diners-club' }

/** Our name of a Stripe brand; null if Stripe does not know the brand yet, or if we have no logo of it. */
export const brandOfStripe = (brand: string): CardBrand | null =>
  names[brand] ?? cardBrands.find((one) => one === brand) ?? null
