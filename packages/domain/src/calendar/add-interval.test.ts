import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { addInterval } from './timestamp.ts'

test.each([
  ['2026-01-31T10:20:30.456Z', 'months', 1, '2026-02-28T10:20:30.456Z'],
  ['2028-01-31T00:00:00.000Z', 'months', 1, '2028-02-29T00:00:00.000Z'],
  ['2026-03-31T23:59:59.999Z', 'months', 3, '2026-06-30T23:59:59.999Z'],
  ['2026-12-15T00:00:00.000Z', 'months', 1, '2027-01-15T00:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', 'years', 1, '2025-02-28T12:00:00.000Z'],
  ['2024-02-29T12:00:00.000Z', 'years', 4, '2028-02-29T12:00:00.000Z'],
  ['2026-02-27T12:00:00.000Z', 'days', 2, '2026-03-01T12:00:00.000Z'],
  ['2026-03-28T01:30:00.000Z', 'days', 1, '2026-03-29T01:30:00.000Z'],
  ['2026-03-01T12:00:00.000Z', 'days', 0, '2026-03-01T12:00:00.000Z'],
  ['0099-12-31T00:00:00.000Z', 'days', 1, '0100-01-01T00:00:00.000Z'],
] as const)('%s and %3$s %2$s later is %4$s', (from, unit, count, later) => {
  expect(addInterval(from, unit, count)).toBe(later)
})

test('a date after the year 9999 is refused', () => {
  expect(() => addInterval('9999-12-31T00:00:00.000Z', 'days', 1)).toThrow(RangeError)
})

test('the result always equals that of a calendar library', () => {
  const anchors = fc.date({ min: new Date('1900-01-01'), max: new Date('2400-01-01'), noInvalidDate: true })
  const units = fc.constantFrom('days', 'months', 'years')

  fc.assert(
    fc.property(anchors, units, fc.integer({ min: -1200, max: 1200 }), (anchor, unit, count) => {
      const expected = Temporal.Instant.from(anchor.toISOString())
        .toZonedDateTimeISO('UTC')
        .add({ [unit]: count })

      expect(addInterval(anchor.toISOString(), unit, count)).toBe(
        expected.toInstant().toString({ smallestUnit: 'millisecond' }),
      )
    }),
    { numRuns: 1000 },
  )
})
