import { directionOf, formatMoney, locales } from '@billing-checkout/domain'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type PageMessageKey, pageMessages } from './page-messages.ts'
import { pageWordsIn } from './page-words.ts'

const english = Object.entries(pageMessages.en)
const sources = globSync(['pages/**/*.ts', 'processors/sandbox/**/*.ts'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
})
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
  .join('\n')
/** The placeholders of a message, sorted; throws for invalid ICU, and for placeholders that the pages do not fill in. */
const placesIn = (text: string) =>
  parse(text)
    .filter(({ type }) => type !== TYPE.literal)
    .map((element) => {
      if (element.type !== TYPE.argument) throw new Error(`The pages fill in arguments only, got type ${element.type}.`)
      return element.value
    })
    .toSorted()
const placesOf = (messages: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, placesIn(text)]))

test.each(locales)('the pages in %s have every message with the same placeholders, and no extra one', (locale) => {
  expect(placesOf(pageMessages[locale])).toEqual(placesOf(pageMessages.en))
})

test.each(english.map(([key]) => key))('the message %s occurs on a page', (key) => {
  const [family = ''] = key.split('.')

  expect(sources.includes(`'${key}'`) || sources.includes(`\`${family}.\${`)).toBe(true)
})

test.each(locales)('every page in %s has its own title, language and direction', (locale) => {
  const { lang, dir, say } = pageWordsIn(locale)
  const sum = formatMoney({ amount: 123_456, currency: 'EUR' }, lang).formattedAmount
  const said = say('bank.pay', { sum, last4: '3220' })

  expect({ lang, dir }).toEqual({ lang: locale, dir: directionOf(locale) })
  expect(said).toContain(`<bdi>${sum}</bdi>`)
  expect(said).toContain('<bdi>3220</bdi>')
  expect(said).not.toMatch(/[{}'"]|undefined/)
})

test.each(locales.filter((locale) => !locale.startsWith('en')))('no text is left in English in %s', (locale) => {
  for (const [key, text] of english) expect(pageMessages[locale][key as PageMessageKey]).not.toBe(text)
})

test.each([
  ['de-AT', 'de-AT', 'ltr', 'Vielen Dank'],
  ['ar-EG', 'ar-EG', 'rtl', 'شكرًا لكم'],
  ['zh-TW', 'zh-TW', 'ltr', '感謝您'],
  ['es-MX', 'es-MX', 'ltr', 'Gracias'],
  ['sr-ME', 'sr-ME', 'ltr', 'Hvala vam'],
  ['nn-NO', 'nb', 'ltr', 'Takk'],
  ['bs', 'hr', 'ltr', 'Hvala vam'],
  ['tlh', 'en', 'ltr', 'Thank you'],
])('a reader of %s gets pages in %s, as in the checkout', (tag, lang, dir, thanks) => {
  const words = pageWordsIn(tag)

  expect([words.lang, words.dir, words.say('return.title')]).toEqual([lang, dir, thanks])
})

test('amounts are written in the digits of the language', () => {
  const digitsIn = (locale: string) =>
    formatMoney({ amount: 1234, currency: 'EUR' }, pageWordsIn(locale).lang).formattedAmount

  expect([digitsIn('ar-EG'), digitsIn('bn'), digitsIn('fa')].join(' ')).toMatch(/١٢.*১২.*۱۲/)
})

test('inserted texts are escaped once', () => {
  expect(pageWordsIn('en').say('wallet.title', { name: 'A &#38; B' })).toBe('<bdi>A &#38; B</bdi> sandbox')
  expect(pageWordsIn('fr').say('action.nothing')).toBe('Il n’y a rien à confirmer ici.')
})
