import { languageTag } from '@billing-checkout/domain'

/** Returns the first valid locale in its canonical form, or English if none is valid. A browser may send `*`, and a page any text. */
export const firstLocale = (candidates: readonly (string | null | undefined)[]): string => {
  for (const candidate of candidates) {
    const tag = languageTag(candidate)
    if (tag !== null) return tag
  }
  return 'en'
}

/** The languages of an Accept-Language header, in its order. */
export const languagesOf = (acceptLanguage: string | undefined): readonly string[] =>
  (acceptLanguage ?? '').split(',').map((range) => (range.split(';')[0] ?? '').trim())
