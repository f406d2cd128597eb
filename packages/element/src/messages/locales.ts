/** Every locale the checkout speaks; the key is also the name of its two catalogue files. */
export const locales = ['en', 'de', 'ja', 'ar'] as const

/** One locale the checkout speaks. */
export type Locale = (typeof locales)[number]

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The closest locale we speak for a BCP 47 tag: itself, then without its last subtag and so on, else English. */
export const localeFor = (tag: string): Locale => {
  const subtags = tag.replaceAll('_', '-').split('-')
  for (let count = subtags.length; count > 0; count -= 1) {
    const shorter = subtags.slice(0, count).join('-').toLowerCase()
    const found = locales.find((locale) => locale.toLowerCase() === shorter)
    if (found !== undefined) return found
  }
  return 'en'
}

/** Which way the locale is written. */
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  rightToLeft.has(tag.split(/[-_]/)[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
