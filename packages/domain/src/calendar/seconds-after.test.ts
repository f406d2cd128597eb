import { expect, test } from 'vitest'
import { addSeconds } from './timestamp.ts'

test('secondsAfter counts forwards and backwards, across months and fractions of a second', () => {
  expect(addSeconds('2026-02-28T23:59:59.500Z', 1)).toBe('2026-03-01T00:00:00.500Z')
  expect(addSeconds('2026-03-01T00:00:00.000Z', -86_400)).toBe('2026-02-28T00:00:00.000Z')
})
