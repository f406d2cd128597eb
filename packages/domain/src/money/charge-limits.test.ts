import { expect, test } from 'vitest'
import { ceilToStep, isOnStep, joinLimits, noLimits } from './charge-limits.ts'

test.each([
  [[], noLimits],
  [[{ step: 10, minimum: null }], { step: 10, minimum: null }],
  [
    [
      { step: 10, minimum: 500 },
      { step: 1, minimum: null },
    ],
    { step: 10, minimum: 500 },
  ],
  [
    [
      { step: 4, minimum: 30 },
      { step: 6, minimum: 50 },
    ],
    { step: 12, minimum: 50 },
  ],
])('the joined limits of %j allow only amounts on every step and not below any minimum', (limits, joined) => {
  expect(joinLimits(limits)).toEqual(joined)
})

test('isOnStep distinguishes multiples of the step from other amounts', () => {
  const limits = { step: 10, minimum: null }

  expect([0, 10, 5120, 5124].map((amount) => isOnStep(amount, limits))).toEqual([true, true, true, false])
})

test.each([
  [0, 10, 0],
  [1, 10, 10],
  [20, 10, 20],
  [21, 10, 30],
  [7, 1, 7],
])('%i is rounded up to a step of %i as %i', (amount, step, expected) => {
  expect(ceilToStep(amount, step)).toBe(expected)
})
