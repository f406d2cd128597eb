import en from './card/en.json' with { type: 'json' }
import type { Locale } from './locales.ts'

/** The name of one text of the card frame. */
export type CardMessageKey = keyof typeof en

/** All texts of the card frame in one locale: plain text, no arguments. A locale that misses one does not compile. */
export type CardCatalogue = Readonly<Record<CardMessageKey, string>>

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: CardCatalogue }>>> = {
  en: async () => ({ default: en }),
  de: () => import('./card/de.json', { with: { type: 'json' } }),
  ja: () => import('./card/ja.json', { with: { type: 'json' } }),
  ar: () => import('./card/ar.json', { with: { type: 'json' } }),
}

/** English, there from the start, so that the form can be drawn before anything else has loaded. */
export const englishCard: CardCatalogue = en

/** Loads the card frame's texts in `locale`. */
export const loadCardCatalogue = async (locale: Locale): Promise<CardCatalogue> => (await catalogues[locale]()).default
