import { expect, test } from 'vitest'
import { keysOfChanges } from './keys-of-changes.ts'

test('the same change has the same key, another change or form another one', () => {
  const keyOf = keysOfChanges()
  const first = keyOf({ amount: 100 })

  expect(keyOf({ amount: 100 })).toBe(first)
  expect(keyOf({ amount: 200 })).not.toBe(first)
  expect(keysOfChanges()({ amount: 100 })).not.toBe(first)
})
