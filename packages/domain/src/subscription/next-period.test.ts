import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Interval } from '../calendar/timestamp.ts'
import { type BillingPeriod, firstPeriodEndOnOrAfter, nextPeriod, periodPaidAt } from './next-period.ts'

const monthly: Interval = { unit: 'months', count: 1 }
const yearly: Interval = { unit: 'years', count: 1 }

/** The ends of the first `count` periods. */
const endsOf = (anchor: string, interval: Interval, count: number): string[] => {
  const ends: string[] = []
  let start = anchor
  for (let n = 0; n < count; n++) {
    start = nextPeriod(anchor, interval, start).end
    ends.push(start.slice(0, 10))
  }
  return ends
}

test.each([
  ['2027-01-31', monthly, ['2027-02-28', '2027-03-31', '2027-04-30']],
  ['2028-01-31', monthly, ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['2027-02-28', monthly, ['2027-03-28', '2027-04-28', '2027-05-28']],
  ['2028-02-29', yearly, ['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ['2027-12-31', { unit: 'days', count: 1 }, ['2028-01-01', '2028-01-02']],
  ['2027-11-30', { unit: 'months', count: 3 }, ['2028-02-29', '2028-05-30', '2028-08-30']],
] as const)('a subscription anchored on %s every %j is billed on its own day', (day, interval, ends) => {
  expect(endsOf(`${day}T23:59:59.999Z`, interval, ends.length)).toEqual(ends)
})

test('a monthly subscription that changes to a yearly plan is charged for a whole year, on its own day', () => {
  const anchor = '2027-01-31T10:00:00.000Z'

  const period = nextPeriod(anchor, yearly, '2027-06-30T10:00:00.000Z')

  expect(period).toEqual({ anchor, start: '2027-06-30T10:00:00.000Z', end: '2028-06-30T10:00:00.000Z' })
  expect(nextPeriod(anchor, monthly, period.end).end).toBe('2028-07-31T10:00:00.000Z')
})

test('after a plan of days, a plan of months counts from its own start', () => {
  const start = '2027-03-12T10:00:00.000Z'

  expect(nextPeriod('2027-01-31T10:00:00.000Z', monthly, start)).toEqual({
    anchor: start,
    start,
    end: '2027-04-12T10:00:00.000Z',
  })
})

describe('whatever the anchor and the interval', () => {
  const anchors = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString())
  const intervals = fc.record({
    unit: fc.constantFrom('days', 'months', 'years'),
    count: fc.integer({ min: 1, max: 40 }),
  })

  test('every period ends on the day that a wall calendar gives', () => {
    fc.assert(
      fc.property(anchors, intervals, fc.integer({ min: 0, max: 30 }), (anchor, interval, n) => {
        const start = countOnWallCalendar(anchor, interval, n)

        expect(nextPeriod(anchor, interval, start)).toEqual({
          anchor,
          start,
          end: countOnWallCalendar(anchor, interval, n + 1),
        })
      }),
    )
  })

  test('a late payment covers the period that contains its day, with no gap before it', () => {
    fc.assert(
      fc.property(anchors, intervals, fc.integer({ min: 0, max: 400 * 86_400_000 }), (anchor, interval, late) => {
        const owed = nextPeriod(anchor, interval, anchor)
        const now = new Date(Date.parse(anchor) + late).toISOString()

        const { period, skipped } = periodPaidAt(owed, interval, now)

        expect(period.start <= now && now < period.end).toBe(true)
        expect(startsOf([...skipped, period])).toEqual([owed.start, ...endsBefore([...skipped, period])])
      }),
    )
  })

  const startsOf = (periods: readonly BillingPeriod[]) => periods.map(({ start }) => start)
  const endsBefore = (periods: readonly BillingPeriod[]) => periods.slice(0, -1).map(({ end }) => end)
})

/** Counts one calendar month at a time, without Temporal. */
const countOnWallCalendar = (anchor: string, { unit, count }: Interval, n: number): string => {
  const date = new Date(anchor)
  if (unit === 'days') return new Date(date.getTime() + count * n * 86_400_000).toISOString()
  let [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  for (let page = 0; page < count * n * (unit === 'years' ? 12 : 1); page++) {
    month += 1
    if (month === 12) [year, month] = [year + 1, 0]
  }
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]!
  const day = Math.min(date.getUTCDate(), days)
  const text = (value: number, width: number) => String(value).padStart(width, '0')
  return `${text(year, 4)}-${text(month + 1, 2)}-${text(day, 2)}${anchor.slice(10)}`
}

const anInterval = fc.record({
  unit: fc.constantFrom('days' as const, 'months' as const, 'years' as const),
  count: fc.integer({ min: 1, max: 24 }),
})
const aMoment = fc
  .date({ min: new Date('2024-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('the first end on or after a date is the end of the first such period', () => {
  fc.assert(
    fc.property(aMoment, anInterval, aMoment, (start, interval, date) => {
      const running = nextPeriod(start, interval, start)
      let [period, periodsBefore] = [running, 0]
      while (period.end < date) {
        period = nextPeriod(period.anchor, interval, period.end)
        periodsBefore += 1
      }

      expect(firstPeriodEndOnOrAfter(running.anchor, interval, running.end, date)).toEqual({
        at: period.end,
        periodsBefore,
      })
    }),
  )
})

test('the first end on or after a date that is eight thousand years away is found without counting each period', () => {
  const day: Interval = { unit: 'days', count: 1 }
  const parsings = vi.spyOn(Date, 'parse')

  const end = firstPeriodEndOnOrAfter(
    '2027-01-31T00:00:00.000Z',
    day,
    '2027-02-01T00:00:00.000Z',
    '9999-12-31T00:00:00.000Z',
  )

  expect(end).toEqual({ at: '9999-12-31T00:00:00.000Z', periodsBefore: 2_912_046 })
  expect(parsings.mock.calls.length).toBeLessThan(20)
  parsings.mockRestore()
})
