import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryCredit, creditReturned, takeCredit } from './credited-payments.ts'

test('an upgrade carries the unused share of the payment that it leaves', () => {
  expect(carryCredit({ costMinor: 10_000, balanceMinor: 0, credited: [] }, 'first', 4000)).toEqual([
    { id: 'first', minor: 4000 },
  ])
})

test('what was spent on a period is carried out of it beside what was paid', () => {
  const credited = [{ id: 'first', minor: 10_000 }]

  // 15,000 for the period, 10,000 of it credit; half of it is unused.
  expect(carryCredit({ costMinor: 15_000, balanceMinor: 0, credited }, 'second', 7500)).toEqual([
    { id: 'first', minor: 5000 },
    { id: 'second', minor: 2500 },
  ])
})

test('a renewal carries what stays a balance, and what was spent on the period before is used up', () => {
  const credited = [{ id: 'first', minor: 9000 }]

  expect(carryCredit({ costMinor: 1000, balanceMinor: 8000, credited }, 'first', 8000)).toEqual([
    { id: 'first', minor: 8000 },
  ])
  expect(carryCredit({ costMinor: 1000, balanceMinor: 0, credited }, 'second', 0)).toEqual([])
})

test('money that goes back takes its credit along, from the balance and from what was spent', () => {
  const pool = { costMinor: 1000, balanceMinor: 9000, credited: [{ id: 'first', minor: 10_000 }] }

  expect(takeCredit(pool, { id: 'first', refundedMinor: 5000, keptMinor: 10_000 })).toEqual({
    costMinor: 500,
    balanceMinor: 4500,
    credited: [{ id: 'first', minor: 5000 }],
  })
  expect(takeCredit(pool, { id: 'first', refundedMinor: 10_000, keptMinor: 10_000 })).toEqual({
    costMinor: 0,
    balanceMinor: 0,
    credited: [],
  })
  expect(takeCredit(pool, { id: 'another', refundedMinor: 5000, keptMinor: 5000 })).toEqual(pool)
})

const april = { start: '2026-04-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' }

test('a refund that failed returns what it took while its period still runs', () => {
  const pool = { costMinor: 1000, balanceMinor: 9000, credited: [{ id: 'first', minor: 10_000 }] }
  const left = takeCredit(pool, { id: 'first', refundedMinor: 5000, keptMinor: 10_000 })
  const taken = { costMinor: 500, balanceMinor: 4500, period: april, leftAt: null, unpaidNext: null }

  expect(creditReturned(left, { ...taken, id: 'first' })).toEqual(pool)
  expect(
    creditReturned({ costMinor: 0, balanceMinor: 0, credited: [] }, { ...taken, id: null, balanceMinor: 0 }),
  ).toEqual({ costMinor: 500, balanceMinor: 0, credited: [] })
})

test.each([
  ['2026-04-01T00:00:00.000Z', 600],
  ['2026-04-16T00:00:00.000Z', 300],
  ['2026-05-01T00:00:00.000Z', 0],
])('of a period that was left at %s a refund that failed returns %i as credit', (leftAt, minor) => {
  const pool = { costMinor: 2000, balanceMinor: 50, credited: [] }
  const taken = { id: 'first', costMinor: 600, balanceMinor: 0, period: april, leftAt, unpaidNext: null }

  expect(creditReturned(pool, taken)).toEqual({
    costMinor: 2000,
    balanceMinor: 50 + minor,
    credited: minor === 0 ? [] : [{ id: 'first', minor }],
  })
})

test('what a period that was never paid would have spent of returned credit is lost with it', () => {
  const pool = { costMinor: 2000, balanceMinor: 0, credited: [] }
  const taken = { id: 'first', costMinor: 600, balanceMinor: 0, period: april, leftAt: april.start }

  const returned = (creditMinor: number) =>
    creditReturned(pool, { ...taken, unpaidNext: { priceMinor: 2000, creditMinor } }).balanceMinor

  expect([0, 1400, 1500, 2000, 3000].map(returned)).toEqual([0, 0, 100, 600, 600])
})

test('behind the credit there is never more than the credit, and nothing falls below zero', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), amount, (cost, balance, unused, back) => {
      const carried = balance + Math.round(cost * unused)
      const credited = carryCredit({ costMinor: cost, balanceMinor: balance, credited: [] }, 'payment', carried)
      const sum = credited.reduce((all, { minor }) => all + minor, 0)
      const left = takeCredit(
        { costMinor: cost, balanceMinor: balance, credited },
        { id: 'payment', refundedMinor: back, keptMinor: Math.max(cost, 1) },
      )

      expect(sum).toBeLessThanOrEqual(carried)
      expect(Math.min(left.costMinor, left.balanceMinor)).toBeGreaterThanOrEqual(0)
    }),
  )
})
