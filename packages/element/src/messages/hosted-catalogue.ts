import en from './hosted/en.json' with { type: 'json' }
import type { Locale } from '@billing-checkout/domain/locales'

/** The texts in one locale that only a card frame with a processor's fields has, as plain text without arguments. */
export type HostedCatalogue = Readonly<Record<keyof typeof en, string>>

/** English is part of the script, because these texts are about a failing network. */
export const englishHosted: HostedCatalogue = en

/** Loads these texts in `locale`. */
export const loadHostedCatalogue = async (locale: Locale): Promise<HostedCatalogue> =>
  locale === 'en'
    ? en
    : ((await import(`./hosted/${locale}.json`, { with: { type: 'json' } })).default as HostedCatalogue)
