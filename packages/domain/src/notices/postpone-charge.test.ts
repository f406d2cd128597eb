import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeableAt, postponedDaysMax } from './notices-of-period.ts'

const day = 86_400_000
const end = '2027-06-01T09:00:00.000Z'
const at = (days: number) => new Date(Date.parse(end) + days * day).toISOString()
const visa = { earliestDays: 60, latestDays: 7 }
const mastercard = { earliestDays: 7, latestDays: 3 }
const california = { earliestDays: 45, latestDays: 15 }
const postponedBy = (now: number, ...notices: readonly (readonly [object, readonly number[]])[]) =>
  (Date.parse(
    chargeableAt({
      end,
      now: at(now),
      notices: notices.map(([window, sent]) => ({ window: window as typeof visa, sentAt: sent.map(at) })),
    }),
  ) -
    Date.parse(end)) /
  day

test.each([
  ['without a required notice', postponedBy(0), 0],
  ['with a notice in time', postponedBy(0, [visa, [-8]]), 0],
  ['with a notice at the end of its window', postponedBy(0, [visa, [-7]]), 0],
  ['with a notice of three days before instead of seven', postponedBy(0, [visa, [-3]]), 4],
  ['with a notice that no mail server accepted', postponedBy(0, [mastercard, []]), 3],
  ['with one that a mail server accepted two days later', postponedBy(3, [mastercard, [2]]), 5],
  ['with a notice that was sent before its window', postponedBy(0, [mastercard, [-30]]), 3],
  ['with two notices, one of them late', postponedBy(0, [visa, [-8]], [mastercard, [-1]]), 2],
  ['with a window that a week cannot keep', postponedBy(0, [california, []]), 7],
  ['a week later, whatever was accepted', postponedBy(7, [california, []]), 7],
  ['later than that, after the server was down', postponedBy(9, [california, []]), 9],
])('a charge %s is made %s days after it fell due', (_, days, expected) => {
  expect(days).toBe(expected)
})

test('a charge is postponed by at most a week, and an earlier notice never postpones it longer', () => {
  const days = fc.integer({ min: -60, max: postponedDaysMax })
  fc.assert(
    fc.property(
      fc.constantFrom(visa, mastercard, california),
      days,
      days,
      fc.nat({ max: 7 }),
      (window, one, other, now) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        const both = [early, late].filter((sent) => sent <= now && sent >= -window.earliestDays)
        const postponed = both.map((sent) => postponedBy(now, [window, [sent]]))

        for (const each of postponed) expect(each).toBeLessThanOrEqual(postponedDaysMax)
        expect(postponed).toEqual(postponed.toSorted((first, second) => first - second))
      },
    ),
  )
})
