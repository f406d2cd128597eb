import { expect, test } from 'vitest'
import { languageFor, messagesByLanguage, createSay } from './say.ts'

const placesOf = (message: string): readonly string[] => (message.match(/\{\w+\}/g) ?? []).toSorted()

test('a message has the same placeholders in every language, and text in each', () => {
  const { en, de } = messagesByLanguage
  const differing = Object.entries(en).filter(([name, message]) => {
    const other = de[name as keyof typeof de]
    return other.trim() === '' || String(placesOf(message)) !== String(placesOf(other))
  })

  expect(differing).toEqual([])
})

test('a message is shown with its placeholders filled', () => {
  expect(createSay('de')('list.total', { from: 1, to: 25, total: '1.024' })).toBe('1–25 von 1.024')
})

test('a value that looks like a placeholder is shown unchanged', () => {
  expect(createSay('en')('search.none', { text: '{text}' })).toBe('Nothing found for “{text}”')
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['fr'], 'en'],
  [[''], 'en'],
  [['constructor'], 'en'],
])('a user who prefers %j gets the language %s', (tags, language) => {
  expect(languageFor(tags)).toBe(language)
})
