import en from './wallet/en.json' with { type: 'json' }
import type { Locale } from '@billing-checkout/domain/locales'

/** The texts around a wallet's own button, in one locale, as plain text without arguments. */
export type WalletCatalogue = Readonly<Record<keyof typeof en, string>>

/** Loads the texts around a wallet's button in `locale`; in English, if they do not load. */
export const loadWalletCatalogue = async (locale: Locale): Promise<WalletCatalogue> => {
  if (locale === 'en') return en
  const loaded = import(`./wallet/${locale}.json`, { with: { type: 'json' } })
  return loaded.then(({ default: words }) => words as WalletCatalogue).catch(() => en)
}
