import { expect, test } from 'vitest'
import { retryAt, retryWhilePendingAt } from './back-off.ts'

test('the retries of work behind a pending payment slow down from five minutes to at most a day, under ninety in a month', () => {
  const createdAt = '2026-03-01T00:00:00.000Z'
  const tries = [createdAt]
  while (tries.at(-1)! < '2026-03-31T00:00:00.000Z') tries.push(retryWhilePendingAt(tries.at(-1)!, { createdAt }))

  expect(tries.slice(1, 4)).toEqual([
    '2026-03-01T00:05:00.000Z',
    '2026-03-01T00:10:00.000Z',
    '2026-03-01T00:15:00.000Z',
  ])
  expect(tries.length).toBeLessThan(90)
  expect(Date.parse(tries.at(-1)!) - Date.parse(tries.at(-2)!)).toBeLessThanOrEqual(86_400_000)
})

test('retries after failures wait twice as long each time, up to a day or the limit of their kind', () => {
  const now = '2026-03-01T00:00:00.000Z'
  const minutes = (count: number, max?: number) => (Date.parse(retryAt(now, count, max)) - Date.parse(now)) / 60_000

  expect([1, 2, 3, 9, 20].map((count) => minutes(count))).toEqual([5, 10, 20, 1280, 1440])
  expect([1, 4, 5, 20].map((count) => minutes(count, 60))).toEqual([5, 40, 60, 60])
  expect([1, 20].map((count) => minutes(count, 5))).toEqual([5, 5])
})
