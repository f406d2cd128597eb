import { expect, test } from 'vitest'
import { fingerprintCard } from './fingerprint-card.ts'

const key = new Uint8Array(32).fill(1)

test('a card always has the same fingerprint, and another card has a different one', () => {
  expect(fingerprintCard('4242424242424242', key)).toBe(fingerprintCard('4242424242424242', key))
  expect(fingerprintCard('4242424242424242', key)).not.toBe(fingerprintCard('5555555555554444', key))
})

test('without the key a fingerprint cannot be found by trying numbers', () => {
  expect(fingerprintCard('4242424242424242', key)).not.toBe(
    fingerprintCard('4242424242424242', new Uint8Array(32).fill(2)),
  )
})
