import { expect, test } from 'vitest'
import { isSameAddress } from './is-same-address.ts'

test.each([
  ['mina@example.com', 'Mina@Example.COM', true],
  ['mina@example.com', ' mina@example.com ', true],
  ['mina@example.com', 'ｍina@example.com', false],
  ['kim@example.com', '\u212Aim@example.com', false],
  ['mina@example.com', 'mina@example.org', false],
])('%s and %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame)
})
