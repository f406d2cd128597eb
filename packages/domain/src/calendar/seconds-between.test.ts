import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secondsBetween } from './timestamp.ts'

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 86_400],
  ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', -86_400],
  ['2026-01-01T00:00:00.999Z', '2026-01-01T00:00:01.000Z', 1],
  ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.999Z', 0],
])('from %s to %s are %d seconds', (from, to, seconds) => {
  expect(secondsBetween(from, to)).toBe(seconds)
})

test('the parts of a period have as many seconds in total as the whole', () => {
  const instants = fc.date({ min: new Date('1990-01-01'), noInvalidDate: true, max: new Date('2100-01-01') })

  fc.assert(
    fc.property(instants, instants, instants, (...dates) => {
      const [start, cut, end] = dates.map((date) => date.toISOString()) as [string, string, string]

      expect(secondsBetween(start, cut) + secondsBetween(cut, end)).toBe(secondsBetween(start, end))
    }),
  )
})
