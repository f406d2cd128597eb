import type { SavedMethod } from '@billing-checkout/contract'
import { nameOfBrand } from '../card-frame/brands/brand-marks.ts'
import { type CardBrand, cardBrands } from '../card-frame/brands/card-brands.ts'
import { wallets } from '../wallets/wallet-kinds.ts'

/** A method's brand, if we have its logo. */
export const cardBrandOf = ({ brand }: { readonly brand: string | null }): CardBrand | null =>
  cardBrands.find((known) => known === brand) ?? null

/** A method's brand and last digits, for messages. */
export const methodMessageValues = (
  method: Pick<SavedMethod, 'type' | 'brand' | 'last4'>,
): { readonly brand: string; readonly last4: string } => {
  const brand = cardBrandOf(method)
  return { brand: brand === null ? (method.brand ?? method.type) : nameOfBrand(brand), last4: method.last4 ?? '' }
}

/** The text by which the holder recognizes a PayPal or other wallet account; null for a card. */
export const walletAccountOf = ({ type, label }: Pick<SavedMethod, 'type' | 'label'>): string | null =>
  label === null || type === 'CARD' ? null : `${wallets[type].name} ${label}`
