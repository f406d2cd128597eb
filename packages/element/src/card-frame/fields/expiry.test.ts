import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatExpiry, readExpiry } from './expiry.ts'

const now = { year: 2026, month: 11 }

test.each([
  ['1', '1'],
  ['4', '04 / '],
  ['12', '12 / '],
  ['1230', '12 / 30'],
  ['12/30', '12 / 30'],
  ['1/30', '01 / 30'],
  ['122030', '12 / 2030'],
  ['12 / 2030', '12 / 2030'],
  ['2030-12', '12 / 2030'],
  ['١٢٣٠', '12 / 30'],
  ['', ''],
])('%s is written %s', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written)
})

test.each([
  ['12 / 30', { year: 2030, month: 12 }],
  ['12 / 2030', { year: 2030, month: 12 }],
  ['11 / 26', { year: 2026, month: 11 }],
  ['10 / 26', 'past'],
  ['13 / 30', 'invalid'],
  ['00 / 30', 'invalid'],
  ['12 / 2077', 'invalid'],
  ['12 / 3', 'incomplete'],
  ['12', 'incomplete'],
  ['', 'missing'],
])('%s is read as %j', (typed, expiry) => {
  expect(readExpiry(typed, now)).toEqual(expiry)
})

test('what was formatted is read as what was meant', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2027, max: 2046 }), (month, year) => {
      expect(readExpiry(formatExpiry(`${month}/${year}`), now)).toEqual({ month, year })
      expect(readExpiry(formatExpiry(`${month}/${year % 100}`), now)).toEqual({ month, year })
    }),
  )
})
