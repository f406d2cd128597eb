import { expect, test } from 'vitest'
import { directionOf, languageTag, localeFor, locales } from './locales.ts'

test.each([
  ['fr-CH', 'fr'],
  ['fr-CA', 'fr-CA'],
  ['de-AT-1996', 'de'],
  ['ja_JP', 'ja'],
  ['AR', 'ar'],
  ['en', 'en'],
  ['en-US', 'en'],
  ['en-AU', 'en-GB'],
  ['en-Latn', 'en'],
  ['es', 'es'],
  ['es-MX', 'es-419'],
  ['es-419', 'es-419'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['pt-MZ', 'pt-PT'],
  ['zh', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-HK'],
  ['zh-HK', 'zh-HK'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['iw', 'he'],
  ['tl', 'fil'],
  ['in', 'id'],
  ['sr-ME', 'sr-Latn'],
  ['sr-RS', 'sr'],
  ['bs', 'hr'],
  ['tlh', 'en'],
  ['nonsense-and-more', 'en'],
  ['', 'en'],
])('a shopper who requests %j gets the language %s', (tag, locale) => {
  expect(localeFor(tag)).toBe(locale)
})

test.each(locales)('%s maps to itself, and is a locale that browsers support', (locale) => {
  expect(localeFor(locale)).toBe(locale)
  expect(Intl.PluralRules.supportedLocalesOf([locale])).toEqual([locale])
})

test('there are at least fifty', () => {
  expect(locales.length).toBeGreaterThanOrEqual(50)
})

test('Arabic, Persian, Hebrew and Urdu are written from right to left, and nothing else is', () => {
  expect(locales.filter((locale) => directionOf(locale) === 'rtl')).toEqual(['ar', 'fa', 'he', 'ur'])
})

test.each([
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
  ['ur-IN', 'rtl'],
  // Malay in Arabic script gets our Malay catalogue in Latin letters, and Pashto, which has no catalogue, gets English.
  ['ms-Arab', 'ltr'],
  ['ps-AF', 'ltr'],
  ['arn', 'ltr'],
])('a reader of %s reads text in the direction %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction)
})

test.each([
  ['en_US', 'en-US'],
  ['de_DE.UTF-8', 'de-DE'],
  ['ca_ES@valencia', 'ca-ES'],
  [' de ', 'de'],
  ['zh_Hans_CN', 'zh-Hans-CN'],
  ['PT-br', 'pt-BR'],
  ['es-419', 'es-419'],
  ['', null],
  [undefined, null],
  [null, null],
  ['undefined', null],
  ['null', null],
  ['C', null],
  ['POSIX', null],
  ['auto', null],
  ['default', null],
  ['english', null],
  ['und', null],
  ['x-klingon', null],
  ['en-', null],
  ['<b>', null],
  ['[object Object]', null],
  [42, null],
  [`en-x-${'a-'.repeat(40)}b`, null],
])('%j names the language %j', (written, tag) => {
  expect(languageTag(written)).toBe(tag)
})
