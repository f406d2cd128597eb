import { directionOf, locales } from '@billing-checkout/domain'
import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { sampleEmails, writeEmail } from '../../../testing/index.ts'

const samples = Object.entries(sampleEmails).flatMap(([kind, variants]) =>
  Object.entries(variants).map(([variant, sample]) => ({ name: `${kind}, ${variant}`, sample })),
)

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Mail programs drop or rewrite style sheets, so what matters stands in the elements.
    'no-inline-style': 'off',
    // Written as the standard's examples are, for mail programs that compare it.
    'doctype-style': 'off',
    // A subject may contain a name of any length.
    'long-title': 'off',
  },
})

describe.each(locales)('in %s', (locale) => {
  const emails = samples.map(({ name, sample }) => ({ name, ...writeEmail(sample, locale) }))

  test('every email is written in its language and direction, with no gap and no placeholder', () => {
    for (const { name, lang, dir, subject, text, html } of emails) {
      expect({ lang, dir }, name).toEqual({ lang: locale, dir: directionOf(locale) })
      for (const written of [subject, text, html]) {
        const withoutNames = written.replaceAll('{plan}', '').replaceAll(/<style>.*?<\/style>/gs, '')
        expect(withoutNames, name).not.toMatch(/[{}]|undefined|\bnull\b|NaN|\[object/)
      }
      expect(html, name).not.toMatch(/<bdi><\/bdi>|<(p|h1|th|td|a|title|footer)\b[^>]*>\s*<\/\1>/)
      expect(text, name).not.toMatch(/^: |: $/m)
      // A webmail drops the root element, so the first element that it keeps says the same.
      expect(html.match(/ lang="[\w-]+" dir="..."/g)?.slice(0, 2), name).toEqual(
        Array(2).fill(` lang="${locale}" dir="${dir}"`),
      )
    }
  })

  test('a subject is one line and not in capitals', () => {
    for (const { name, subject } of emails) {
      expect(subject, name).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u)
      expect(subject.trim(), name).toBe(subject)
      // Scripts without capitals are not in capitals either.
      const isInCapitals = subject.toUpperCase() === subject && subject.toLowerCase() !== subject
      expect(isInCapitals, name).toBe(false)
    }
  })

  test('a document is small, loads nothing and runs nothing', () => {
    for (const { name, html } of emails) {
      expect(Buffer.byteLength(html), name).toBeLessThanOrEqual(30_000)
      expect(html, name).not.toMatch(
        /<(img|script|link|iframe|svg|object|form|base)\b|\bsrc=|url\(|@import|@font-face/i,
      )
      const addresses = [...html.matchAll(/(<a [^>]*?href=")?\b(https?|data|cid):/g)]
      expect(
        addresses.filter(([, link]) => link === undefined),
        name,
      ).toEqual([])
    }
  })

  test('the plain text has every sum, every date and every link of the document', () => {
    for (const { name, html, text } of emails) {
      const numbers = numbersIn(text)
      const missing = numbersIn(wordsOf(html)).filter((number) => !numbers.includes(number))
      expect(missing, name).toEqual([])
      for (const link of linksIn(html)) expect(text, name).toContain(link.replace(/^mailto:/, ''))
    }
  })

  test('documents are valid HTML', () => {
    // Languages change the words and the direction. A validation takes longer than all else, so most languages validate one email.
    const validated = locale === 'en' || locale === 'ar' ? emails : emails.slice(0, 1)
    const problems = validated.flatMap(({ name, html }) =>
      validator
        .validateStringSync(html)
        .results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${name}: ${ruleId}: ${message}`)),
    )

    expect(problems).toEqual([])
  })
})

test('names are shown as they are spelt and never run as markup', () => {
  const { html, text } = writeEmail(sampleEmails.order_confirmation['name with markup']!, 'en')

  expect(html).not.toContain('<b ')
  expect(html).toContain('&#60;b onmouseover=&#34;alert(1)&#34;&#62;Sketch&#60;/b&#62; &#38; &#34;Draw&#34; {plan}')
  expect(text).toContain('Plan: <b onmouseover="alert(1)">Sketch</b> & "Draw" {plan}')
})

test('a name in another direction is set apart, in the heading too', () => {
  const { html } = writeEmail(sampleEmails.order_confirmation['Arabic seller']!, 'en')

  expect(html).toMatch(/<h1[^>]*>Your order with <bdi>متجر الشمال \(Nord\)<\/bdi><\/h1>/)
})

test('an email without its styles still says everything in order', () => {
  const { html } = writeEmail(sampleEmails.order_confirmation['monthly, tax on top']!, 'en')
  const words = wordsOf(html).replaceAll(/\s+/g, ' ')

  expect(words).toMatch(/Northern Light.*Your order with.*Hello.*Plan.*VAT \(19%\).*Paid.*From April 1.*cancel.*Terms/)
})

/** The words of a document's body, as a browser without styles shows them. */
const wordsOf = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Numbers of any script with the signs between their digits. */
const numbersIn = (text: string): readonly string[] => text.match(/\p{Nd}(?:[.,٫٬'’\u00a0\u202f]?\p{Nd})*/gu) ?? []

const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&#38;', '&'))
