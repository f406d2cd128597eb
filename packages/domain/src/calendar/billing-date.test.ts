import type { IntervalUnit } from '@billing-checkout/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billingDate, nextBillingDateAfter, nextBillingDateNotBefore } from './billing-date.ts'
import type { Timestamp } from './timestamp.ts'

const datesOf = (anchor: Timestamp, unit: IntervalUnit, countPerPeriod: number, dates: number): readonly string[] =>
  Array.from({ length: dates }, (_, n) => billingDate(anchor, unit, countPerPeriod, n).slice(0, 10))

describe('billing dates come from the anchor, so a short month shifts none of the later ones', () => {
  test.each([
    ['2026-01-31', 'months', 1, '2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31'],
    ['2026-02-28', 'months', 1, '2026-02-28 2026-03-28 2026-04-28'],
    ['2027-11-30', 'months', 3, '2027-11-30 2028-02-29 2028-05-30'],
    ['2024-02-29', 'years', 1, '2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29'],
    ['2026-12-25', 'days', 7, '2026-12-25 2027-01-01 2027-01-08'],
  ] as const)('from %s every %3$s %2$s', (day, unit, count, expected) => {
    const dates = expected.split(' ')

    expect(datesOf(`${day}T08:00:00.000Z`, unit, count, dates.length)).toEqual(dates)
  })
})

describe('the next billing date', () => {
  const anchor = '2026-01-31T12:00:00.000Z'

  test.each([
    ['long before the anchor', '2020-01-01T00:00:00.000Z', '2026-01-31T12:00:00.000Z', '2026-01-31T12:00:00.000Z'],
    ['a moment before a date', '2026-02-28T11:59:59.999Z', '2026-02-28T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
    ['at a date', '2026-02-28T12:00:00.000Z', '2026-03-31T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
    ['a moment after a date', '2026-02-28T12:00:00.001Z', '2026-03-31T12:00:00.000Z', '2026-03-31T12:00:00.000Z'],
    ['at the anchor', anchor, '2026-02-28T12:00:00.000Z', anchor],
  ])('%s', (_, at, after, notBefore) => {
    expect(nextBillingDateAfter(anchor, 'months', 1, at)).toBe(after)
    expect(nextBillingDateNotBefore(anchor, 'months', 1, at)).toBe(notBefore)
  })

  test('of a subscription eight thousand years old is found as fast as any', () => {
    expect(nextBillingDateAfter('1026-01-31T00:00:00.000Z', 'days', 1, '9026-02-28T12:00:00.000Z')).toBe(
      '9026-03-01T00:00:00.000Z',
    )
  })
})

const units = fc.constantFrom<IntervalUnit>('days', 'months', 'years')
const counts = fc.integer({ min: 1, max: 40 })
const instants = (from: string, to: string): fc.Arbitrary<Timestamp> =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString())
const anchors = fc.oneof(
  instants('1990-01-01', '2060-12-31'),
  fc.constantFrom('2024-02-29T00:00:00.000Z', '2026-01-31T23:59:59.999Z', '2026-08-31T00:00:00.000Z'),
)

/** A billing date by counting months or days one at a time, with nothing but the lengths of months. */
const countedDate = (anchor: Timestamp, unit: IntervalUnit, steps: number): Timestamp => {
  let [year, month, day] = anchor.slice(0, 10).split('-').map(Number) as [number, number, number]
  const daysInMonth = () => {
    const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
  }
  const goToNextMonth = () => {
    month += 1
    if (month > 12) [year, month] = [year + 1, 1]
  }
  for (let step = 0; step < steps; step += 1) {
    if (unit === 'years') year += 1
    if (unit === 'months') goToNextMonth()
    if (unit === 'days') {
      day += 1
      if (day > daysInMonth()) {
        day = 1
        goToNextMonth()
      }
    }
  }
  const date = [String(year).padStart(4, '0'), month, Math.min(day, daysInMonth())]
  return `${date.map((part) => String(part).padStart(2, '0')).join('-')}${anchor.slice(10)}`
}

test('a billing date is where counting by hand ends', () => {
  fc.assert(
    fc.property(anchors, units, counts, fc.nat(50), (anchor, unit, count, n) => {
      expect(billingDate(anchor, unit, count, n)).toBe(countedDate(anchor, unit, count * n))
    }),
  )
})

test('the next billing date is the one that walking from the anchor finds', () => {
  const walk = (anchor: Timestamp, unit: IntervalUnit, count: number, isFound: (date: Timestamp) => boolean) => {
    let n = 0
    while (!isFound(billingDate(anchor, unit, count, n))) n += 1
    return billingDate(anchor, unit, count, n)
  }
  const daysLater = (date: Timestamp, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString()
  /** On a date, beside one, and anywhere. */
  const offsets = fc.oneof(fc.constantFrom(0, 1e-8, -1e-8), fc.double({ min: -60, max: 60, noNaN: true }))

  fc.assert(
    fc.property(anchors, units, counts, fc.nat(20), offsets, (anchor, unit, count, n, offset) => {
      const at = daysLater(billingDate(anchor, unit, count, n), offset)

      expect(nextBillingDateAfter(anchor, unit, count, at)).toBe(walk(anchor, unit, count, (date) => date > at))
      expect(nextBillingDateNotBefore(anchor, unit, count, at)).toBe(walk(anchor, unit, count, (date) => date >= at))
    }),
    { numRuns: 500 },
  )
})
