import { readFileSync } from 'node:fs'
import { formatMoney, locales } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import { compileMessage } from '../../build/compile-message.ts'
import { createMessageFormatter } from './message-formatter.ts'
import { textsOf } from './texts.ts'

type Messages = Readonly<Record<string, string>>
const read = (path: string): Messages => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Messages
const folders = ['checkout', 'later', 'codes', 'portal', 'card', '../../../server/src/pages/languages/messages']
/** Every text that a shopper may read in a locale, including those of the server's pages. */
const textsIn = (locale: string) => folders.flatMap((folder) => Object.entries(read(`${folder}/${locale}.json`)))

const slips: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['two blanks', /[ \u00a0\u202f]{2}/],
  ['a blank at an end', /^\s|\s$/],
  ['a blank before a full stop or comma', /\s[.,。、]/],
  ['a blank beside a mark as wide as a letter', /[。、，！？：；（）「」]\s|\s[。、，！？：；（）「」]/],
  ['a quotation mark of a typewriter', /['"]/],
  ['three dots', /\.\.\./],
  ['an ellipsis that may stand alone on a line', / …/],
  ['the hyphen of a keyboard as a minus', /(^|\s)-[\d{]/],
]

test.each(locales)('%s has the typography of its language', (locale) => {
  const found = textsIn(locale).flatMap(([key, text]) =>
    slips.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${key}: ${what}: ${text}`),
  )

  expect(found).toEqual([])
})

test.each([
  ['fr', / [:;!?»]|« |[\p{L}}][:;!?»]/u],
  // Canadian French puts a space only next to the colon and the quotation marks.
  ['fr-CA', / [:»]|« |[\p{L}}][:»]/u],
])('%s has a blank that no line breaks at beside its marks', (locale, breakable) => {
  expect(textsIn(locale).filter(([, text]) => breakable.test(text))).toEqual([])
})

test.each(locales)('%s has one sentence for “You have not been charged”', (locale) => {
  const messages = { ...read(`checkout/${locale}.json`), ...read(`later/${locale}.json`) }
  const sayIt = ['unavailable.body', 'notice.amount_changed', 'expired.body', 'problem.other']

  for (const key of sayIt) expect(messages[key]).toContain(messages['decline.nothing'])
})

test.each(locales)('in %s a negative amount has a true minus sign', (locale) => {
  for (const currency of ['EUR', 'USD', 'JPY', 'KWD'])
    expect(formatMoney({ amount: -123_456, currency }, locale).formattedAmount).toMatch(/^[^-]*−[^-]*$/)
})

test.each([
  ['en', '1 day free', '14 days free', '1 month free'],
  ['fr', '1 jour gratuit', '14 jours gratuits', '1 mois gratuit'],
  ['fr-CA', '1 jour gratuit', '14 jours gratuits', '1 mois gratuit'],
  ['de', '1 Tag kostenlos', '14 Tage kostenlos', '1 Monat kostenlos'],
])('in %s the words for a free trial agree with its length', (locale, ...said) => {
  const messages = read(`checkout/${locale}.json`)
  const texts = textsOf(compiled(messages), locale, createMessageFormatter(locale))
  const trial = (unit: string, count: number) =>
    texts.say('schedule.trial', { count, length: texts.say('length', { unit, count }) })

  expect([trial('days', 1), trial('days', 14), trial('months', 1)]).toEqual(said)
})

const compiled = (messages: Messages) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]))

test.each([
  ['ar', '\u2068Aurora!\u2069'],
  ['he', '\u2068Aurora!\u2069'],
  ['fa', '\u2068Aurora!\u2069'],
  ['ur', '\u2068Aurora!\u2069'],
  ['de', 'Aurora!'],
])('in %s a name keeps its own direction', (locale, written) => {
  const texts = textsOf(compiled(read(`checkout/${locale}.json`)), locale, createMessageFormatter(locale))

  expect(texts.say('cancel.merchant', { merchant: 'Aurora!' })).toContain(written)
})

test.each([
  ['de', 'MwSt. (19 %)', 'Verkaufssteuer'],
  ['fr', 'TVA (19 %)', 'Taxe de vente'],
  ['it', 'IVA (19 %)', 'Imposta sulle vendite'],
  ['en', 'VAT (19 %)', 'Sales tax'],
  ['nl', 'Btw (19 %)', 'Omzetbelasting'],
  ['pl', 'VAT (19 %)', 'Podatek od sprzedaży'],
])('in %s a tax has its own name', (locale, vat, salesTax) => {
  const texts = textsOf(compiled(read(`checkout/${locale}.json`)), locale, createMessageFormatter(locale))
  const tax = texts.say('line.tax', { kind: 'vat' })

  expect(texts.say('line.tax_rate', { tax, rate: '19 %' })).toBe(vat)
  expect(texts.say('line.tax', { kind: 'sales_tax' })).toBe(salesTax)
})
