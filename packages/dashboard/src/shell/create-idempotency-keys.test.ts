import { expect, test } from 'vitest'
import { createIdempotencyKeys } from './create-idempotency-keys.ts'

test('the same change has the same key, another change or form another one', () => {
  const keyOf = createIdempotencyKeys()
  const first = keyOf({ amount: 100 })

  expect(keyOf({ amount: 100 })).toBe(first)
  expect(keyOf({ amount: 200 })).not.toBe(first)
  expect(createIdempotencyKeys()({ amount: 100 })).not.toBe(first)
})
