import { readdirSync, readFileSync } from 'node:fs'
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { compileMessage } from '../../build/compile-message.ts'
import type { MessageOptions, MessagePiece, MessageValues } from './compiled-message.ts'
import { localeFor, locales } from '@billing-checkout/domain/locales'
import { createMessageFormatter } from './message-formatter.ts'

type Messages = Readonly<Record<string, string>>
const read = (folder: string, locale: string): Messages =>
  JSON.parse(readFileSync(new URL(`${folder}/${locale}.json`, import.meta.url), 'utf8')) as Messages
const placesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)|<(\w+)>/g)].map(([place]) => place))].toSorted()
const piecesOf = (text: string) => [compileMessage(text)].flat()
const say = (text: string, values: MessageValues, locale: string) =>
  createMessageFormatter(locale)(piecesOf(text), values).join('')

const sources = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  .join('\n')

test.each(locales)('%s has every message, with the same places, and none too many', (locale) => {
  for (const folder of ['checkout', 'later', 'codes', 'portal', 'card', 'hosted', 'wallet']) {
    const [ours, english] = [read(folder, locale), read(folder, 'en')]
    const places = (messages: Messages) =>
      Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, placesIn(text).filter(isPlace)]))

    expect(places(ours)).toEqual(places(english))
  }
})

test.each(locales)('%s formats every message as intl-messageformat would, from the short form', (locale) => {
  for (const text of Object.values({
    ...read('checkout', locale),
    ...read('later', locale),
    ...read('codes', locale),
    ...read('portal', locale),
  })) {
    const format = new IntlMessageFormat(text, locale)
    const texts = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, place]) => [place, `(${place})`]))
    const link = (inner: readonly unknown[]) => `[${inner.join('')}]`
    // If a message uses neither `unit` nor a count, one value of each is enough.
    for (const unit of text.includes('unit') ? ['days', 'months', 'years', 'else'] : ['days'])
      for (const count of /count|minutes/.test(text) ? [0, 1, 2, 5, 21, 1000] : [1]) {
        const values = { ...texts, unit, kind: 'vat', count, minutes: count, link }
        const said = say(text, values, locale).replaceAll(isolates, '')

        expect(said).toBe(format.format(values))
      }
  }
})

test.each(locales)('the frames and the sheet have no formatter, and in %s need none', (locale) => {
  for (const text of Object.values({ ...read('card', locale), ...read('hosted', locale), ...read('wallet', locale) }))
    expect(compileMessage(text)).toBe(text)
})

// The isolation marks around values in right-to-left text.
const isolates = /[\u2068\u2069]/g

// Braces inside a plural contain text; only these names are placeholders. Counts are not compared, because in some languages a word depends
// on the count, and in others it does not.
const isPlace = (place: string) =>
  /^[{<](amount|brand|button|date|due|email|end|interval|kind|last4|length|link|merchant|method|minutes|plan|rate|tax|time|unit)\b/.test(
    place,
  )

test.each(
  Object.keys({ ...read('checkout', 'en'), ...read('later', 'en'), ...read('codes', 'en'), ...read('portal', 'en') }),
)('the message %s is used', (key) => {
  const [family = ''] = key.split('.')

  expect(sources.includes(`'${key}'`) || sources.includes(`\`${family}.\${`)).toBe(true)
})

test.each([
  ['en', 1, 'every month'],
  ['en', 3, 'every 3 months'],
  ['de', 1, 'pro Monat'],
  ['ja', 1, '毎月'],
  ['ja', 6, '6か月ごとに'],
  ['ar-AE', 2, 'كل شهرين'],
  ['ar-AE', 3, 'كل 3 أشهر'],
  ['ar-AE', 12, 'كل 12 شهرًا'],
  ['fr', 1, 'chaque mois'],
  ['ru', 1, 'каждый месяц'],
  ['ru', 2, 'каждые 2 месяца'],
  ['ru', 6, 'каждые 6 месяцев'],
  ['ru', 21, 'каждый 21 месяц'],
  ['pl', 3, 'co 3 miesiące'],
  ['pl', 12, 'co 12 miesięcy'],
  ['cs', 6, 'každých 6 měsíců'],
  ['sl', 2, 'vsaka 2 meseca'],
  ['lt', 6, 'kas 6 mėnesius'],
  ['lv', 10, 'ik pēc 10 mēnešiem'],
  ['ro', 24, 'la fiecare 24 de luni'],
  ['he', 2, 'בכל חודשיים'],
  ['zh-TW', 3, '每 3 個月'],
])('in %s, %i months are %s', (locale, count, words) => {
  const text = read('checkout', localeFor(locale))['interval'] ?? ''

  expect(say(text, { unit: 'months', count }, locale)).toBe(words)
})

test.each(locales)('%s has a plural form for every possible count', (locale) => {
  const category = new Intl.PluralRules(locale)
  const pieces = ['checkout', 'later', 'codes', 'portal'].flatMap((folder) =>
    Object.values(read(folder, locale)).flatMap(piecesOf),
  )
  const missing = pluralsIn(pieces).flatMap((forms) =>
    counts.filter((count) => !(`=${count}` in forms || category.select(count) in forms)),
  )

  expect(missing).toEqual([])
})

const counts = Array.from({ length: 400 }, (_, place) => place + 1)

/** The options of every plural, including those inside a select or a tag. */
const pluralsIn = (pieces: readonly MessagePiece[]): Readonly<Record<string, unknown>>[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    const [type, , inner = []] = piece
    if (Array.isArray(inner)) return pluralsIn(inner)
    const options = inner as MessageOptions
    return [...(type === TYPE.plural ? [options] : []), ...Object.values(options).flatMap(pluralsIn)]
  })

test.each(['{n, number}', '{n, plural, offset:1 other {#}}', '{n, selectordinal, other {#}}'])(
  'a message that needs an unsupported feature does not build: %s',
  (text) => {
    expect(() => compileMessage(text)).toThrow(/messages may/)
  },
)
