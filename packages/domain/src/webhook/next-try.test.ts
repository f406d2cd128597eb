import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextTryAt } from './endpoint-health.ts'

const at = '2026-03-01T00:00:00.000Z'
const secondsUntil = (next: string | null): number | null =>
  next === null ? null : (Date.parse(next) - Date.parse(at)) / 1000

test('a delivery is tried ten times within about 76 hours', () => {
  const waits = Array.from({ length: 10 }, (_, tried) => secondsUntil(nextTryAt({ tries: tried + 1, at, chance: 0.5 })))

  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
})

test('the retries of deliveries that failed together are spread by a tenth in each direction', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, chance) => {
      const wait = secondsUntil(nextTryAt({ tries, at, chance }))!
      const middle = secondsUntil(nextTryAt({ tries, at, chance: 0.5 }))!
      expect(Math.abs(wait - middle)).toBeLessThanOrEqual(middle * 0.1 + 0.001)
    }),
  )
})

test('a receiver that asks for more time gets it, up to a day', () => {
  expect(secondsUntil(nextTryAt({ tries: 1, at, chance: 0.5, retryAfterSeconds: 60 }))).toBe(60)
  expect(secondsUntil(nextTryAt({ tries: 2, at, chance: 0.5, retryAfterSeconds: 60 }))).toBe(300)
  expect(secondsUntil(nextTryAt({ tries: 1, at, chance: 0.5, retryAfterSeconds: 1e9 }))).toBe(86_400)
})
