import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import en from './checkout/en.json' with { type: 'json' }
import type { Locale } from './locales.ts'

/** The name of one message of the checkout. */
export type MessageKey = keyof typeof en

/**
 * All messages of the checkout in one locale, in ICU syntax; the build replaces those with arguments by their syntax
 * tree, so that no parser is shipped. A locale that misses one does not compile.
 */
export type Catalogue = Readonly<Record<MessageKey, string | MessageFormatElement[]>>

const catalogues: Readonly<Record<Locale, () => Promise<{ readonly default: Catalogue }>>> = {
  en: async () => ({ default: en }),
  de: () => import('./checkout/de.json', { with: { type: 'json' } }),
  ja: () => import('./checkout/ja.json', { with: { type: 'json' } }),
  ar: () => import('./checkout/ar.json', { with: { type: 'json' } }),
}

/** English, there from the start: a checkout that cannot load anything must still be able to say so. */
export const english: Catalogue = en

/** Loads the checkout's messages in `locale`. */
export const loadCatalogue = async (locale: Locale): Promise<Catalogue> => (await catalogues[locale]()).default
