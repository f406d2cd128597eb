import { expect, test } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

const readings: readonly (readonly [string, string])[] = [
  ['2026-02-28 09:05:07+00', '2026-02-28T09:05:07.000Z'],
  ['2026-02-28 09:05:07.5+00', '2026-02-28T09:05:07.500Z'],
  ['2026-02-28 09:05:07.05+00', '2026-02-28T09:05:07.050Z'],
  ['2026-02-28 09:05:07.123+00', '2026-02-28T09:05:07.123Z'],
  ['2026-02-28 09:05:07.123999+00', '2026-02-28T09:05:07.123Z'],
  ['2026-02-28 23:05:07.123-07', '2026-03-01T06:05:07.123Z'],
  ['2026-02-28 09:05:07+05:30', '2026-02-28T03:35:07.000Z'],
]

test.each(readings)('%s is read as %s', (text, timestamp) => {
  expect(parseTimestamp(text)).toBe(timestamp)
})
