import { expect, test } from 'vitest'
import { isUuid } from './is-uuid.ts'

const id = '0198f3a2-7c1e-7d5b-9c3a-2f6e8b1d4a70'

test('a UUID has the form of an id', () => {
  expect(isUuid(id)).toBe(true)
  expect(isUuid(`link_${id}`, 'link_')).toBe(true)
})

test.each([
  ['an empty text', '', ''],
  ['capital letters', id.toUpperCase(), ''],
  ['a line break at its end', `${id}\n`, ''],
  ['a zero byte', `${id.slice(0, -1)}\0`, ''],
  ['an unexpected prefix', `link_${id}`, ''],
  ['no prefix although one is expected', id, 'link_'],
  ['another prefix', `disc_${id}`, 'link_'],
])('a text with %s is not a UUID', (_, text, prefix) => {
  expect(isUuid(text, prefix)).toBe(false)
})
