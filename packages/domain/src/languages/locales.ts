// One string, because a list of fifty names would make the script twice as large.
const names =
  'en ar bg bn ca cs da de el en-GB es es-419 et fa fi fil fr fr-CA he hi hr hu id is it ja ko lt lv ms nb nl pl pt-BR pt-PT ro ru sk sl sr sr-Latn sv sw ta th tr uk ur vi zh-HK zh-Hans zh-Hant'

type Words<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text

/** A locale that the checkout supports, named like its catalogue file. */
export type Locale = Words<typeof names>

/**
 * Every locale that the checkout supports. Marked as pure so that the bundler drops it from the card frame, which only
 * needs text directions.
 */
export const locales = /* @__PURE__ */ names.split(' ') as unknown as readonly [Locale, ...Locale[]]

/** Languages with two catalogues: the home region, which uses the language's main catalogue, and the catalogue for all other regions. */
const abroad: Readonly<Record<string, readonly [home: string, elsewhere: Locale]>> = {
  en: ['US', 'en-GB'],
  es: ['ES', 'es-419'],
  pt: ['BR', 'pt-PT'],
}

/** Languages without a catalogue, and the neighboring language that their readers get instead. */
const neighbours: Readonly<Record<string, Locale>> = { bs: 'hr', nn: 'nb', no: 'nb' }

/** The longest tag that a consent receipt may name. */
const tagLengthMax = 64

/**
 * The canonical BCP 47 tag for a language as a page, browser or person wrote it, such as `de-DE` for ` de_DE.UTF-8`. Null if the text names
 * no language: it is empty, a word such as `auto` or `undefined`, a private tag, or no tag at all. A wrong language never fails a checkout:
 * the element sends only canonical tags, and the server ignores a header or `?locale=` that names no language. If a merchant's
 * `options.locale` is wrong, the server answers 400, because a developer will read it.
 */
export const languageTag = (written: unknown): string | null => {
  const text = String(written ?? '')
    .trim()
    .replace(/[.@].*/, '')
    .replaceAll('_', '-')
  // Every language code has two or three letters; `und` and similar codes mean that the language is unknown.
  if (!/^[a-z]{2,3}(-|$)/i.test(text) || /^(und|mul|mis|zxx)\b/i.test(text) || text.length > tagLengthMax) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/**
 * The closest supported locale for a BCP 47 tag. Candidates, in order: the language with its region, with its script, its catalogue for
 * other regions, the language alone, a neighboring language, English. A tag without a region means the language's home region.
 */
export const localeFor = (tag: string): Locale => {
  const { language, script, region: stated } = parseTag(tag)
  const [home, elsewhere] = abroad[language] ?? []
  const region = stated ?? home
  const wanted = [
    `${language}-${region}`,
    `${language}-${script}`,
    region === home ? language : elsewhere,
    language,
    neighbours[language],
  ]
  return wanted.find(isLocale) ?? 'en'
}

const isLocale = (name: string | undefined): name is Locale => (locales as readonly unknown[]).includes(name)

/** The direction of the text for readers of this canonical tag: that of the closest supported locale. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (/^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr')

const parseTag = (tag: string): Intl.Locale => {
  try {
    const locale = new Intl.Locale(tag.replaceAll('_', '-'))
    // Serbian and Chinese have catalogues by script. If the tag names only a region, `maximize` adds the script that is usual there.
    // `maximize` is slow: its first call takes a browser 25 ms and a slow phone 100 ms.
    return /^(sr|zh)$/.test(locale.language) ? locale.maximize() : locale
  } catch {
    return new Intl.Locale('en')
  }
}
