import { expect, test } from 'vitest'
import { oncePerLocale } from './once-per-locale.ts'

test('a formatter is made once for each locale', () => {
  const made: string[] = []
  const formatterIn = oncePerLocale((locale) => {
    made.push(locale)
    return new Intl.NumberFormat(locale)
  })

  const texts = ['de', 'en', 'de', 'en'].map((locale) => formatterIn(locale).format(0.5))

  expect(texts).toEqual(['0,5', '0.5', '0,5', '0.5'])
  expect(made).toEqual(['de', 'en'])
})

test('the cache of formatters is bounded, even if shoppers invent locales', () => {
  const made: string[] = []
  const formatterIn = oncePerLocale((locale) => made.push(locale))

  for (let n = 0; n < 501; n++) formatterIn(`en-x-${n}`)
  formatterIn('en-x-0')

  expect(made).toHaveLength(502)
})

test('an invalid locale is refused every time', () => {
  const formatterIn = oncePerLocale((locale) => new Intl.NumberFormat(locale))

  expect(() => formatterIn('!')).toThrow(RangeError)
  expect(() => formatterIn('!')).toThrow(RangeError)
})
