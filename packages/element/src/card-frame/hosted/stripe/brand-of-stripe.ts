import { type CardBrand, cardBrands } from '../../brands/card-brands.ts'

/** The brands that Stripe calls otherwise. */
const names: Readonly<Record<string, CardBrand>> = { amex: 'american-express', diners: 'diners-club' }

/** Our name of a brand of Stripe's; null for one that we have no mark of, and while Stripe does not know it yet. */
export const brandOfStripe = (brand: string): CardBrand | null =>
  names[brand] ?? cardBrands.find((one) => one === brand) ?? null
