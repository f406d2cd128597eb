import { expect, test } from 'vitest'
import { addReached } from '../reached.ts'
import { shareBilling } from '../shared-billing.ts'
import { playStripeSeed } from './play-stripe-seed.ts'

const billing = shareBilling()

const seedsPerTest = 5
const reached = new Map<string, number>()

test.each(Array.from({ length: 5 }, (_, place) => place * seedsPerTest + 1))(
  'our books and Stripe’s agree, and nobody was told a falsehood, whatever happens in the 5 seeds from %i on',
  async (first) => {
    const failed: string[] = []
    for (let seed = first; seed < first + seedsPerTest; seed++) {
      await playStripeSeed(billing(), seed)
        .then((played) => addReached(reached, played.reached))
        .catch((error: unknown) => {
          failed.push(`npm run simulate -- --stripe --seed ${seed}\n${String(error)}`)
        })
    }

    expect(failed).toEqual([])
  },
  300_000,
)

/** How often each of these has to happen, so that the simulation cannot become thin unnoticed. */
const leastReached = {
  'a payment is DECLINED': 5,
  'a renewal was paid': 3,
  'paid by CARD': 25,
  'refund: approved': 2,
  'an attempt changed hands': 10,
  'Stripe: POST arrives late': 1,
  'Stripe: POST cut_after': 2,
  'Stripe: POST error_after': 1,
  'Stripe: POST held': 2,
  'a key was revoked': 1,
  'a refund in the dashboard': 1,
  'a notification came': 5,
}

test('whatever can happen at Stripe happened in those seeds', () => {
  const rare = Object.entries(leastReached).filter(([what, least]) => (reached.get(what) ?? 0) < least)

  expect(rare.map(([what, least]) => `${reached.get(what) ?? 0} times, not ${least}: ${what}`)).toEqual([])
})
