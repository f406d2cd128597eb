import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryCredit, takeCredit } from './credited-payments.ts'

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
