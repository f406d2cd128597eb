import en from './hosted/en.json' with { type: 'json' }
import type { Locale } from '@billing-checkout/domain/locales'

/** The texts of one locale that only a card frame with a processor's fields uses, as plain text without arguments. */
export type HostedCatalogue = Readonly<Record<keyof typeof en, string>>

/** The English texts. They are part of the script, because they are shown if the network fails. */
export const englishHostedCatalogue: HostedCatalogue = en

/** Loads the texts of `HostedCatalogue` in `locale`. */
export const loadHostedCatalogue = async (locale: Locale): Promise<HostedCatalogue> =>
  locale === 'en'
    ? en
    : ((await import(`./hosted/${locale}.json`, { with: { type: 'json' } })).default as HostedCatalogue)
