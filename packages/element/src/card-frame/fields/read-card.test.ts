import { expect, test } from 'vitest'
import { readCard } from './read-card.ts'

test.each([
  ['4242 4242 4242 4242 12/30 123', '4242424242424242', '12/30', '123'],
  ['4242424242424242\t1/2030\t123', '4242424242424242', '1/2030', '123'],
  ['Card: 3782-822463-10005, expires 04/31, code 1234.', '378282246310005', '04/31', '1234'],
])('%s is a whole card', (text, number, expiry, cvc) => {
  expect(readCard(text)).toEqual({ number, expiry, cvc })
})

test.each(['4242 4242 4242 4242', '4242 4242 4242 4242 12/30', '12/30 123', 'nothing'])(
  '%s is not a whole card',
  (text) => {
    expect(readCard(text)).toBeNull()
  },
)
