import { expect, test } from 'vitest'
import { idempotencyKeys } from './idempotency-keys.ts'

test('the same change has the same key, another change or form another one', () => {
  const keyOf = idempotencyKeys()
  const first = keyOf({ amount: 100 })

  expect(keyOf({ amount: 100 })).toBe(first)
  expect(keyOf({ amount: 200 })).not.toBe(first)
  expect(idempotencyKeys()({ amount: 100 })).not.toBe(first)
})
