import { expect, test } from 'vitest'
import { isCardNumber } from './is-card-number.ts'

test.each(['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242', '378282246310005'])(
  '%s could be a card number',
  (text) => expect(isCardNumber(text)).toBe(true),
)

test.each(['4242424242424241', '42424242', 'Mina 4242424242424242', '0f8fad5b-d9cb-469f-a165-70867728950e', ''])(
  '%j could not be a card number',
  (text) => expect(isCardNumber(text)).toBe(false),
)
