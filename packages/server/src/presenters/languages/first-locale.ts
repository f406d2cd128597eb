/** The first of several locales that is one, in its canonical form; else English. */
export const firstLocale = (candidates: readonly (string | null | undefined)[]): string => {
  for (const candidate of candidates) {
    try {
      const [canonical] = Intl.getCanonicalLocales(candidate || [])
      if (canonical !== undefined) return canonical
    } catch {
      // A browser may send `*` or nonsense; the next candidate may do better.
    }
  }
  return 'en'
}

/** The languages of an Accept-Language header, in its order. */
export const languagesOf = (acceptLanguage: string | undefined): readonly string[] =>
  (acceptLanguage ?? '').split(',').map((range) => (range.split(';')[0] ?? '').trim())
