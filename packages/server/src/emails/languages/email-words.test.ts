import { locales } from '@billing-checkout/domain'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { expect, test } from 'vitest'
import { sampleEmails, writeEmail } from '../../../testing/index.ts'
import { type EmailMessageKey, emailMessages } from './email-messages.ts'

const english = Object.entries(emailMessages.en) as [EmailMessageKey, string][]

/** The placeholders, links and selectors of a message, sorted; throws for invalid ICU. */
const placesIn = (elements: readonly MessageFormatElement[]): readonly string[] =>
  [...new Set(elements.flatMap(placesOf))].toSorted()

const placesOf = (element: MessageFormatElement): readonly string[] => {
  switch (element.type) {
    case TYPE.literal:
    case TYPE.pound:
      return []
    case TYPE.argument:
      return [element.value]
    case TYPE.tag:
      return [`<${element.value}>`, ...placesIn(element.children)]
    case TYPE.select: {
      const choices = Object.keys(element.options).map((choice) => `${element.value}=${choice}`)
      return [...choices, ...Object.values(element.options).flatMap(({ value }) => placesIn(value))]
    }
    case TYPE.plural:
      return [`${element.value} counted`, ...Object.values(element.options).flatMap(({ value }) => placesIn(value))]
    default:
      throw new Error(`The emails fill in texts and counts only, got type ${element.type}.`)
  }
}

const placesOfAll = (messages: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, placesIn(parse(text))]))

test.each(locales)('the emails in %s have every message with the same placeholders, and no extra one', (locale) => {
  expect(placesOfAll(emailMessages[locale])).toEqual(placesOfAll(emailMessages.en))
})

test.each(locales.filter((locale) => !locale.startsWith('en')))('in %s every sentence is translated', (locale) => {
  const sentences = english.filter(([, text]) => text.includes(' ') && text.endsWith('.'))

  for (const [key, text] of sentences) expect(emailMessages[locale][key]).not.toBe(text)
})

/** Messages for line kinds that no email contains: verifying a method sends no email. */
const unsaid: ReadonlySet<string> = new Set(['line.verification'])

test('every message occurs in some kind of email', () => {
  const written = Object.values(sampleEmails)
    .flatMap((variants) => Object.values(variants))
    .map((sample) => writeEmail(sample, 'en'))
    .map(({ subject, text }) => `${subject}\n${text}`)
    .join('\n')
  const missing = english.filter(([, text]) => !new RegExp(patternOf(parse(text)), 'm').test(written))

  expect(missing.map(([key]) => key).toSorted()).toEqual([...unsaid].toSorted())
})

/** The text of a message with its placeholders filled in, as a pattern. */
const patternOf = (elements: readonly MessageFormatElement[]): string =>
  elements
    .map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return RegExp.escape(element.value)
        case TYPE.tag:
          return `${patternOf(element.children)}(?: \\(.+\\))?`
        case TYPE.select:
        case TYPE.plural:
          return `(?:${Object.values(element.options)
            .map(({ value }) => patternOf(value))
            .join('|')})`
        default:
          return '.+'
      }
    })
    .join('')
