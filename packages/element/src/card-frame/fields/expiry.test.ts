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
])('%s is formatted as %s', (typed, written) => {
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

test('a formatted date is read back unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2027, max: 2046 }), (month, year) => {
      expect(readExpiry(formatExpiry(`${month}/${year}`), now)).toEqual({ month, year })
      expect(readExpiry(formatExpiry(`${month}/${year % 100}`), now)).toEqual({ month, year })
    }),
  )
})

test.each([
  ['203105', { year: 2031, month: 5 }],
  ['31/05', { year: 2031, month: 5 }],
  ['05/31', { year: 2031, month: 5 }],
  ['05/01/2031', { year: 2031, month: 5 }],
  ['31/05/2031', { year: 2031, month: 5 }],
  ['31.5.2031', { year: 2031, month: 5 }],
  ['05/31/31', { year: 2031, month: 5 }],
  ['2031-05-31', { year: 2031, month: 5 }],
  ['2031-05-01', { year: 2031, month: 5 }],
  ['2031/31/05', { year: 2031, month: 5 }],
  ['٢٠٣١-٠٥-٣١', { year: 2031, month: 5 }],
  ['12/12/2031', { year: 2031, month: 12 }],
  ['13/13', 'invalid'],
  ['31/31/2031', 'invalid'],
  ['203113', 'invalid'],
  ['2031-13', 'invalid'],
  ['00/31', 'invalid'],
])('a password manager’s %s means %j, even after the field has formatted it', (written, expiry) => {
  const at = { year: 2026, month: 11 }

  expect(readExpiry(written, at)).toEqual(expiry)
  expect(readExpiry(formatExpiry(written), at)).toEqual(expiry)
})
