import en from './hosted/en.json' with { type: 'json' }
import type { Locale } from '@billing-checkout/domain/locales'

/** The texts that only a card frame with a processor's own fields has, in one locale: plain text, no arguments. */
export type HostedCatalogue = Readonly<Record<keyof typeof en, string>>

/** English, there from the start: what it says is about a network that fails. */
export const englishHosted: HostedCatalogue = en

/** Loads them in `locale`. */
export const loadHostedCatalogue = async (locale: Locale): Promise<HostedCatalogue> =>
  locale === 'en'
    ? en
    : ((await import(`./hosted/${locale}.json`, { with: { type: 'json' } })).default as HostedCatalogue)
