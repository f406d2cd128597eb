import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLossyNumber } from './find-lossy-number.ts'

test.each([
  ['{"metadata":{"order":9007199254740993}}', ['metadata', 'order']],
  ['{"a":[0,{"b":1e400}]}', ['a', '1', 'b']],
  ['{"a":-1E400}', ['a']],
  ['{"a":1e-400}', ['a']],
  ['{"a":0.12345678901234567890}', ['a']],
  ['{"a":1,"b":12345678901234567890}', ['b']],
  [`{"a":1${'0'.repeat(60_000)}1}`, ['a']],
])('findLossyNumber finds a number that would change its value: %s', (text, names) => {
  expect(findLossyNumber(text)).toEqual(names)
})

test.each([
  '{"a":9007199254740992}',
  '{"a":9007199254740991,"b":-9007199254740991}',
  '{"a":1e3,"b":1.50000000000000000,"c":-0.0,"d":0e999999999999}',
  '{"a":100000000000000000000}',
  '{"a":0.1,"b":1.7976931348623157e308,"c":5e-324}',
  '{"a":"9007199254740993","b":"x:1e400","c":", 12345678901234567890"}',
  '12345678901234567890',
])('findLossyNumber accepts numbers that keep their value: %s', (text) => {
  expect(findLossyNumber(text)).toBeUndefined()
})

test('findLossyNumber accepts every number that JSON.stringify writes', () => {
  const isKept = (value: unknown) => findLossyNumber(JSON.stringify(value)) === undefined

  fc.assert(fc.property(fc.jsonValue(), isKept))
  fc.assert(fc.property(fc.record({ a: fc.double({ noNaN: true, noDefaultInfinity: true }) }), isKept))
})
