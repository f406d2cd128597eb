import en from './card/en.json' with { type: 'json' }
import type { Locale } from '@billing-checkout/domain/locales'

/** The key of one text of the card frame. */
export type CardMessageKey = keyof typeof en

/** All texts of the card frame in one locale, as plain text without arguments. A test requires the English keys in every locale. */
export type CardCatalogue = Readonly<Record<CardMessageKey, string>>

/** The English texts. They are part of the script, so that the form can be drawn before anything else has loaded. */
export const englishCardCatalogue: CardCatalogue = en

/** Loads the card frame's texts in `locale`. */
export const loadCardCatalogue = async (locale: Locale): Promise<CardCatalogue> =>
  locale === 'en' ? en : ((await import(`./card/${locale}.json`, { with: { type: 'json' } })).default as CardCatalogue)
