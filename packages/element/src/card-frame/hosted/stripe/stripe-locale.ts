import type { StripeElementLocale } from '@stripe/stripe-js'

/** Our locales that have another name at Stripe. Only screen readers read the texts in Stripe's fields; all visible texts are ours. */
const stripeLocales: Readonly<Record<string, StripeElementLocale>> = {
  'pt-PT': 'pt',
  'zh-Hans': 'zh',
  'zh-Hant': 'zh-TW',
}

/** Our locales that have the same name at Stripe. */
const alike: ReadonlySet<string> = new Set(
  'ar bg cs da de el en en-GB es es-419 et fi fil fr fr-CA he hr hu id it ja ko lt lv ms nb nl pl pt-BR ro ru sk sl sv th tr vi zh-HK'.split(
    ' ',
  ),
)

/** Stripe's name for one of our locales; English if Stripe does not support the locale. */
export const stripeLocaleOf = (locale: string): StripeElementLocale =>
  stripeLocales[locale] ?? (alike.has(locale) ? (locale as StripeElementLocale) : 'en')
