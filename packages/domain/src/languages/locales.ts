// The names are one string, because a list of fifty would be twice as large in the script.
const names =
  'en ar bg bn ca cs da de el en-GB es es-419 et fa fi fil fr fr-CA he hi hr hu id is it ja ko lt lv ms nb nl pl pt-BR pt-PT ro ru sk sl sr sr-Latn sv sw ta th tr uk ur vi zh-HK zh-Hans zh-Hant'

type Words<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text

/** A locale that the checkout speaks, by the name of its catalogue files. */
export type Locale = Words<typeof names>

/** Every locale the checkout speaks. Marked as pure, so that the card frame, which only asks for directions, leaves it out. */
export const locales = /* @__PURE__ */ names.split(' ') as unknown as readonly [Locale, ...Locale[]]

/** Languages for which there are two catalogues: the region that has its own, and the catalogue for all other regions. */
const abroad: Readonly<Record<string, readonly [home: string, elsewhere: Locale]>> = {
  en: ['US', 'en-GB'],
  es: ['ES', 'es-419'],
  pt: ['BR', 'pt-PT'],
}

/** Languages without a catalogue whose readers read a neighbouring language. */
const neighbours: Readonly<Record<string, Locale>> = { bs: 'hr', nn: 'nb', no: 'nb' }

/** As long as the longest tag that a consent receipt may name. */
const tagLengthMax = 64

/**
 * The canonical BCP 47 tag in what a page, a browser or a person has written as a language, such as `de-DE` for ` de_DE.UTF-8`. Null if it names no
 * language: empty, a word such as `auto` or `undefined`, a private tag, or no tag at all.
 *
 * A language that a page got wrong never refuses a checkout: the element sends only such tags, and the server ignores a header or
 * `?locale=` without one. A merchant's `options.locale` is refused with 400, because a developer reads that answer.
 */
export const languageTag = (written: unknown): string | null => {
  const text = String(written ?? '')
    .trim()
    .replace(/[.@].*/, '')
    .replaceAll('_', '-')
  // Languages of two or three letters are all there are; `und` and the like say that there is none.
  if (!/^[a-z]{2,3}(-|$)/i.test(text) || /^(und|mul|mis|zxx)\b/i.test(text) || text.length > tagLengthMax) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/**
 * The closest locale we speak for a BCP 47 tag: its language with its region, with its script, as it is spoken abroad, by
 * itself, or a neighbour's; else English. Without a region it is the language at home.
 */
export const localeFor = (tag: string): Locale => {
  const { language, script, region: stated } = parse(tag)
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

/** Which way the text is written that a reader of a canonical tag gets: that of the closest locale we speak. */
export const directionOf = (tag: string): 'ltr' | 'rtl' => (/^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr')

const parse = (tag: string): Intl.Locale => {
  try {
    const locale = new Intl.Locale(tag.replaceAll('_', '-'))
    // Only these have two scripts, which a tag may leave to its region: the first guess takes a browser 25 ms, and a slow phone 100.
    return /^(sr|zh)$/.test(locale.language) ? locale.maximize() : locale
  } catch {
    return new Intl.Locale('en')
  }
}
