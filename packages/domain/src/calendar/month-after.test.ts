import { expect, test } from 'vitest'
import { startOfMonthAfter } from './timestamp.ts'

test('months begin at midnight of their first day in UTC, across years and from any day', () => {
  expect(startOfMonthAfter('2026-01-31T23:59:59.999Z', 1)).toBe('2026-02-01T00:00:00.000Z')
  expect(startOfMonthAfter('2026-11-15T12:00:00.000Z', 3)).toBe('2027-02-01T00:00:00.000Z')
  expect(startOfMonthAfter('2026-01-15T12:00:00.000Z', -1)).toBe('2025-12-01T00:00:00.000Z')
  expect(startOfMonthAfter('2026-03-01T00:00:00.000Z', 0)).toBe('2026-03-01T00:00:00.000Z')
})
