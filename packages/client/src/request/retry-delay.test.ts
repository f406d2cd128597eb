import { expect, test } from 'vitest'
import { BillingError } from '../billing-error.ts'
import { retryDelay } from './retry-delay.ts'

const lost = new BillingError('connection_failed', 'No answer.')
const delays = (retry: number): number[] =>
  Array.from({ length: 200 }, () => retryDelay(lost, retry, { retryDelaySeconds: 0.5 }) ?? NaN)

test.each([
  [0, 0.25, 0.5],
  [1, 0.5, 1],
  [2, 1, 2],
  [9, 4, 8],
])('retry %d starts after %d to %d seconds, with a random delay', (retry, least, most) => {
  const seen = delays(retry)

  expect(Math.min(...seen)).toBeGreaterThanOrEqual(least)
  expect(Math.max(...seen)).toBeLessThanOrEqual(most)
  expect(new Set(seen).size).toBeGreaterThan(100)
})
