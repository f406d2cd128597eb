import { expect, test } from 'vitest'
import { digitsOf } from './digits.ts'

test.each([
  ['spaces and dashes are dropped', '4242-4242 4242\t4242', '4242424242424242'],
  ['Arabic-Indic digits count', '٤٢٤٢', '4242'],
  ['Persian digits count', '۴۲۴۲', '4242'],
  ['full-width digits count', '４２４２', '4242'],
  ['direction marks around a pasted number are dropped', '\u200e4242\u202c', '4242'],
  ['nothing is nothing', '', ''],
])('%s', (_, text, digits) => {
  expect(digitsOf(text)).toBe(digits)
})
