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
    // Mail programs drop or rewrite style sheets, so the essential styles are inline.
    'no-inline-style': 'off',
    // Emails begin with `<!DOCTYPE html>` in capitals, because some mail programs recognize only that spelling.
    'doctype-style': 'off',
    // A subject may contain a name of any length.
    'long-title': 'off',
  },
})

/**
 * The tags of a document, without what depends on the language: its code, its direction, and the `bdi` tags, whose positions in sentences
 * differ.
 */
const elementsOf = (html: string): readonly string[] =>
  (html.match(/<[^>]*>/g) ?? [])
    .filter((tag) => !/^<\/?bdi/.test(tag))
    .map((tag) => tag.replace(/ lang="[\w-]+" dir="..."/, ''))

const inEnglish = new Map(samples.map(({ name, sample }) => [name, elementsOf(writeEmail(sample, 'en').html)]))

/** Finds problems in emails; the tests below expect none. */
const problemsOf = (found: readonly { readonly name: string; readonly problems: readonly unknown[] | null }[]) =>
  found.flatMap(({ name, problems }) => (problems ?? []).map((problem) => `${name}: ${String(problem)}`))

describe.each(locales)('in %s', (locale) => {
  const emails = samples.map(({ name, sample }) => ({ name, ...writeEmail(sample, locale) }))

  test('every email is written in its language and direction', () => {
    const expected = { lang: locale, dir: directionOf(locale) }
    // Webmail drops the root element, so the first element that remains has the same attributes.
    const marks = Array(2).fill(` lang="${locale}" dir="${expected.dir}"`)

    for (const { lang, dir, html } of emails) {
      expect({ lang, dir }).toEqual(expected)
      expect(html.match(/ lang="[\w-]+" dir="..."/g)?.slice(0, 2)).toEqual(marks)
    }
  })

  test('no email has a gap, an unfilled placeholder or an undefined value', () => {
    const withoutNames = (written: string) => written.replaceAll('{plan}', '').replaceAll(/<style>.*?<\/style>/gs, '')
    const found = emails.flatMap(({ name, subject, text, html }) => [
      ...[subject, text, html].map((written) => ({
        name,
        problems: withoutNames(written).match(/[{}]|undefined|\bnull\b|NaN|\[object/g),
      })),
      { name, problems: html.match(/<bdi><\/bdi>|<(p|h1|th|td|a|title|footer)\b[^>]*>\s*<\/\1>/g) },
      { name, problems: text.match(/^: |: $/gm) },
    ])

    expect(problemsOf(found)).toEqual([])
  })

  test('a subject is one line and not in capitals', () => {
    // Scripts without letter case do not count as capitals.
    const isInCapitals = (text: string) => text.toUpperCase() === text && text.toLowerCase() !== text
    const isOneLine = (text: string) => /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(text) && text.trim() === text
    const subjects = emails.map(({ subject }) => subject)

    expect(subjects.filter((subject) => isInCapitals(subject) || !isOneLine(subject))).toEqual([])
  })

  test('a document is small, loads nothing and runs nothing', () => {
    const loaded = /<(img|script|link|iframe|svg|object|form|base)\b|\bsrc=|url\(|@import|@font-face/gi
    const elsewhere = /(?<!<a [^>]*href=")\b(https?|data|cid):/g
    const found = emails.map(({ name, html }) => ({
      name,
      problems: [...(html.match(loaded) ?? []), ...(html.match(elsewhere) ?? [])],
    }))

    expect(problemsOf(found)).toEqual([])
    expect(Math.max(...emails.map(({ html }) => Buffer.byteLength(html)))).toBeLessThanOrEqual(30_000)
  })

  test('the plain text has every amount, date and link of the document', () => {
    const missing = emails.map(({ name, html, text }) => {
      const numbers = numbersIn(text)
      const links = linksIn(html).filter((link) => !text.includes(link.replace(/^mailto:/, '')))
      return { name, problems: [...links, ...numbersIn(wordsOf(html)).filter((number) => !numbers.includes(number))] }
    })

    expect(problemsOf(missing)).toEqual([])
  })

  test('every document has the elements of the English one', () => {
    for (const { name, html } of emails) expect(elementsOf(html)).toEqual(inEnglish.get(name))
  })
})

test.each(['en', 'ar'])('in %s every document is valid HTML', (locale) => {
  const found = samples.map(({ name, sample }) => ({
    name,
    problems: validator
      .validateStringSync(writeEmail(sample, locale).html)
      .results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
  }))

  expect(problemsOf(found)).toEqual([])
})

test('names are shown as they are spelt and never run as markup', () => {
  const { html, text } = writeEmail(sampleEmails.order_confirmation['name with markup']!, 'en')

  expect(html).not.toContain('<b ')
  expect(html).toContain('&#60;b onmouseover=&#34;alert(1)&#34;&#62;Sketch&#60;/b&#62; &#38; &#34;Draw&#34; {plan}')
  expect(text).toContain('Plan: <b onmouseover="alert(1)">Sketch</b> & "Draw" {plan}')
})

test('a name in another text direction is isolated, also in the heading', () => {
  const { html } = writeEmail(sampleEmails.order_confirmation['Arabic seller']!, 'en')

  expect(html).toMatch(/<h1[^>]*>Your order with <bdi>متجر الشمال \(Nord\)<\/bdi><\/h1>/)
})

test('every email about a subscription that continues has the link that cancels it', () => {
  const without = samples
    .filter(({ sample: { subscription, facts } }) => subscription?.status === 'active' && facts.ended_by === undefined)
    .filter(({ sample: { links } }) => links.cancelUrl !== null)
    .filter(({ sample }) => !linksIn(writeEmail(sample, 'en').html).some((link) => link.includes('/account/cancel')))

  expect(new Set(without.map(({ name }) => name.split(',')[0]))).toEqual(new Set(['cancellation', 'email_changed']))
})

test('an email without styles shows all its content in order', () => {
  const { html } = writeEmail(sampleEmails.order_confirmation['monthly, tax on top']!, 'en')
  const words = wordsOf(html).replaceAll(/\s+/g, ' ')

  expect(words).toMatch(/Northern Light.*Your order with.*Hello.*Plan.*VAT \(19%\).*Paid.*From April 1.*cancel.*Terms/)
})

/** The text of a document's body, as a browser without styles shows it. */
const wordsOf = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Numbers in any script, with their separators. */
const numbersIn = (text: string): readonly string[] => text.match(/\p{Nd}(?:[.,٫٬'’\u00a0\u202f]?\p{Nd})*/gu) ?? []

const linksIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link.replaceAll('&#38;', '&'))

test.each([
  [
    'discount for three months',
    [
      'Spring (−20%): −€3.80',
      'From April 1, 2027 you pay €18.09 every month until June 1, 2027. From June 1, 2027 you pay €22.61 every month until you cancel.',
    ],
  ],
  [
    'nothing to pay for two months',
    ['From April 1, 2027 you pay €0.00 every month until May 1, 2027. From May 1, 2027 you pay €19.00'],
  ],
])('an order states until when which amount is paid: %s', (name, sentences) => {
  const { text } = writeEmail(sampleEmails.order_confirmation[name]!, 'en')

  for (const sentence of sentences) expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence)
  expect(text).not.toMatch(/credit/i)
})
