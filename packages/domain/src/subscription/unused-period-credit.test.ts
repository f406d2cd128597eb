import { expect, test } from 'vitest'
import { remainingSeconds, unusedPeriodCredit } from './unused-period-credit.ts'

const january = { start: '2027-01-01T00:00:00.000Z', end: '2027-02-01T00:00:00.000Z', costMinor: 3100 }

test.each([
  ['before it starts', '2026-12-25T00:00:00.000Z', 3100],
  ['when it starts', january.start, 3100],
  ['after ten days', '2027-01-11T00:00:00.000Z', 2100],
  ['when it ends', january.end, 0],
  ['after it has ended', '2027-02-03T00:00:00.000Z', 0],
])('%s so much of a period is not used up', (_, at, credit) => {
  expect(unusedPeriodCredit(january, at)).toBe(credit)
  expect(remainingSeconds(january, at)).toBe((credit / 100) * 86_400)
})
