import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dunningStep, nextMethodRequestAt, retryAfterFailure } from './dunning.ts'

const since = '2027-02-27T10:00:00.000Z'
const daysLater = (days: number): string => new Date(Date.parse(since) + days * 86_400_000).toISOString()
const usual = [0, 1, 3, 7, 14, 21, 30]

test.each([
  [1, 1],
  [2, 3],
  [3, 7],
  [4, 14],
  [5, 21],
  [6, 30],
])('after decline %i, the next retry is on day %i', (attempts, day) => {
  const now = daysLater(usual[attempts - 1]!)

  expect(dunningStep({ days: usual, since, attempts, mayRetry: true, now })).toEqual({
    kind: 'retry',
    at: daysLater(day),
    givesUpAt: daysLater(30),
  })
})

test('after the last decline the subscription is cancelled', () => {
  expect(dunningStep({ days: usual, since, attempts: 7, mayRetry: true, now: daysLater(30) })).toEqual({
    kind: 'cancel',
  })
})

test('"do not try again" waits for the customer until the days are over', () => {
  const declined = { days: usual, since, attempts: 1, mayRetry: false }

  expect(dunningStep({ ...declined, now: since })).toEqual({ kind: 'wait', givesUpAt: daysLater(30) })
  expect(dunningStep({ ...declined, now: daysLater(30) })).toEqual({ kind: 'cancel' })
})

test('a retry that is due at the moment of the decline is made a day later', () => {
  const step = dunningStep({ days: usual, since, attempts: 2, mayRetry: true, now: daysLater(3) })

  expect(step).toMatchObject({ kind: 'retry', at: daysLater(4) })
})

test('the next retry is always in the future, and missed retries are not made up for on one day', () => {
  const schedules = fc
    .uniqueArray(fc.integer({ min: 1, max: 90 }), { maxLength: 19 })
    .map((days) => [0, ...days.toSorted((one, other) => one - other)])
  fc.assert(
    fc.property(schedules, fc.nat(19), fc.nat(100 * 86_400_000), (days, attempts, late) => {
      const now = new Date(Date.parse(since) + late).toISOString()

      const step = dunningStep({ days, since, attempts, mayRetry: true, now })

      expect(step.kind).toBe(attempts < days.length ? 'retry' : 'cancel')
      if (step.kind !== 'retry') return
      const planned = daysLater(days[attempts]!)
      expect(step.at).toBe(planned > now ? planned : new Date(Date.parse(now) + 86_400_000).toISOString())
    }),
  )
})

test('the first three technical failures are retried after 1, 6 and 24 hours, and the fourth counts like a decline', () => {
  expect([0, 1, 2, 3].map((failures) => retryAfterFailure(failures, since))).toEqual([
    '2027-02-27T11:00:00.000Z',
    '2027-02-27T16:00:00.000Z',
    '2027-02-28T10:00:00.000Z',
    undefined,
  ])
})

test.each([
  [0, 3],
  [2, 3],
  [3, 7],
  [6, 7],
  [7, null],
])('a customer without a method gets a request on day %i and the next one on day %s', (day, next) => {
  expect(nextMethodRequestAt(since, daysLater(day), daysLater(30))).toBe(next === null ? null : daysLater(next))
})

test('a customer gets no request for a method on the day on which the subscription ends', () => {
  expect(nextMethodRequestAt(since, daysLater(3), daysLater(7))).toBeNull()
})
