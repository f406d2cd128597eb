import { expect, test } from 'vitest'
import { timestampInput, timestampInputOfEnd } from './fields.ts'

test.each([
  ['2026-02-28', '2026-02-28T00:00:00.000Z', '2026-02-28T23:59:59.999Z'],
  ['2026-02-28T12:00:00+02:00', '2026-02-28T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
])('%s starts a span at %s and ends one at %s', (text, start, end) => {
  expect(timestampInput.parse(text)).toBe(start)
  expect(timestampInputOfEnd.parse(text)).toBe(end)
})

test.each(['2026-02-30', '10000-01-01', '0000-12-31', 'tomorrow'])('%s is not a date', (text) => {
  expect(timestampInput.safeParse(text).success).toBe(false)
  expect(timestampInputOfEnd.safeParse(text).success).toBe(false)
})
