import { describe, expect, test } from 'vitest'
import { playSeed } from '../play-seed.ts'
import { addReached } from '../reached.ts'
import { shareBilling } from '../shared-billing.ts'

/** Lives in which a merchant's refund fails on which a withdrawal had counted: at once in the second, after its success in the first. */
const failingRefunds = [5261, 5462]
const seeds = [...Array.from({ length: 20 }, (_, place) => 5001 + place), ...failingRefunds]

describe.each(['embedded', 'postgresql'] as const)('declarations in random lives (%s)', (kind) => {
  const billing = shareBilling(kind)
  const reached = new Map<string, number>()

  test.each(seeds)(
    'no more is refunded than was paid, no less than the law says, and nothing ended is charged in seed %i',
    async (seed) => {
      const failed = await playSeed(billing(), seed).then(
        (played) => addReached(reached, played.reached),
        (error: unknown) => `npm run simulate -- --seed ${seed}\n${String(error)}`,
      )

      expect(failed).toBeUndefined()
    },
    120_000,
  )

  test('consumers have withdrawn, cancelled, and cancelled for a date to come', () => {
    const outcomes = ['withdrawn', 'scheduled', 'scheduled for a date'].map((outcome) => `a declaration: ${outcome}`)

    expect(outcomes.filter((outcome) => !reached.has(outcome))).toEqual([])
  })
})
