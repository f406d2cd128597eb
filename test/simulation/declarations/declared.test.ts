import { describe, expect, test } from 'vitest'
import { playSeed } from '../play-seed.ts'
import { addCoverage } from '../coverage.ts'
import { shareBilling } from '../shared-billing.ts'

/**
 * In these seeds, a withdrawal counts on a refund that fails: in the first, the refund fails after it had succeeded; in the second,
 * immediately.
 */
const failingRefunds = [5261, 5462]
const seeds = [...Array.from({ length: 20 }, (_, place) => 5001 + place), ...failingRefunds]

describe.each(['embedded', 'postgresql'] as const)('declarations in random sequences of requests (%s)', (kind) => {
  const billing = shareBilling(kind)
  const reached = new Map<string, number>()

  test.each(seeds)(
    'refunds are at most the payment and at least what the law says, and no ended subscription is charged, in seed %i',
    async (seed) => {
      const failed = await playSeed(billing(), seed).then(
        (played) => addCoverage(reached, played.reached),
        (error: unknown) => `npm run simulate -- --seed ${seed}\n${String(error)}`,
      )

      expect(failed).toBeUndefined()
    },
    120_000,
  )

  test('the seeds contain withdrawals, cancellations, and cancellations with a later date', () => {
    const outcomes = ['withdrawn', 'scheduled', 'scheduled for a date'].map((outcome) => `a declaration: ${outcome}`)

    expect(outcomes.filter((outcome) => !reached.has(outcome))).toEqual([])
  })
})
