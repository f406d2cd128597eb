import type { LaterCatalogue } from './checkout-catalogue.ts'
import type { Locale } from './locales.ts'

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: LaterCatalogue }>>> = {
  en: () => import('./later/en.json', { with: { type: 'json' } }),
  de: () => import('./later/de.json', { with: { type: 'json' } }),
  ja: () => import('./later/ja.json', { with: { type: 'json' } }),
  ar: () => import('./later/ar.json', { with: { type: 'json' } }),
}

/** Loads, in `locale`, what is said only once something has happened. */
export const loadLaterCatalogue = async (locale: Locale): Promise<LaterCatalogue> =>
  (await catalogues[locale]()).default
