/**
 * The locales of ours that Stripe's fields speak, each by Stripe's name of it. What is inside a field is read by screen readers only: all
 * that is seen is ours.
 */
const stripeLocales: Readonly<Record<string, string>> = {
  'pt-PT': 'pt',
  'zh-Hans': 'zh',
  'zh-Hant': 'zh-TW',
}

/** Locales of ours that Stripe has by the same name. */
const alike: ReadonlySet<string> = new Set(
  'ar bg cs da de el en en-GB es es-419 et fi fil fr fr-CA he hr hu id it ja ko lt lv ms nb nl pl pt-BR ro ru sk sl sv th tr vi zh-HK'.split(
    ' ',
  ),
)

/** What Stripe calls a locale of ours; English for one that it does not speak. */
export const stripeLocaleOf = (locale: string): string => stripeLocales[locale] ?? (alike.has(locale) ? locale : 'en')
