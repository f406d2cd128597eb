import type { StripeElementLocale } from '@stripe/stripe-js'
import { locales } from '@billing-checkout/domain/locales'
import { expect, test } from 'vitest'
import { stripeLocaleOf } from './stripe-locale.ts'

test('every language that we pass to Stripe’s fields is supported by Stripe’s script', () => {
  const spoken = Object.keys({
    auto: 0,
    ar: 0,
    bg: 0,
    cs: 0,
    da: 0,
    de: 0,
    el: 0,
    en: 0,
    'en-AU': 0,
    'en-CA': 0,
    'en-NZ': 0,
    'en-GB': 0,
    es: 0,
    'es-ES': 0,
    'es-419': 0,
    et: 0,
    fi: 0,
    fil: 0,
    fr: 0,
    'fr-CA': 0,
    'fr-FR': 0,
    he: 0,
    hu: 0,
    hr: 0,
    id: 0,
    it: 0,
    'it-IT': 0,
    ja: 0,
    ko: 0,
    lt: 0,
    lv: 0,
    ms: 0,
    mt: 0,
    nb: 0,
    nl: 0,
    no: 0,
    pl: 0,
    pt: 0,
    'pt-BR': 0,
    ro: 0,
    ru: 0,
    sk: 0,
    sl: 0,
    sv: 0,
    th: 0,
    tr: 0,
    vi: 0,
    zh: 0,
    'zh-HK': 0,
    'zh-TW': 0,
  } satisfies Record<StripeElementLocale, 0>)

  expect(locales.map(stripeLocaleOf).filter((locale) => !spoken.includes(locale))).toEqual([])
})

test('Stripe’s fields are in English only for languages that Stripe does not support', () => {
  const lacking = locales.filter((locale) => stripeLocaleOf(locale) === 'en' && locale !== 'en')

  expect(lacking).toEqual(['bn', 'ca', 'fa', 'hi', 'is', 'sr', 'sr-Latn', 'sw', 'ta', 'uk', 'ur'])
})
