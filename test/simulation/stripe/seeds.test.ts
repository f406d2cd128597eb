import { expect, test } from 'vitest'
import { addCoverage } from '../coverage.ts'
import { shareBilling } from '../shared-billing.ts'
import { playStripeSeed, type StripeSeedOptions } from './play-stripe-seed.ts'

const billing = shareBilling()

const seedsPerTest = 5
/** The first of 30 seeds, which together reach what `leastReached` requires. `npm run drill` plays 2,000 seeds. */
const firstSeed = 66
const reached = new Map<string, number>()

test.each(Array.from({ length: 6 }, (_, place) => firstSeed + place * seedsPerTest))(
  'our books and Stripe’s agree, and no client got a wrong answer, in the 5 seeds from %i on',
  async (first) => {
    expect(await failuresFrom(first, {})).toEqual([])
  },
  300_000,
)

test('our books and Stripe’s agree if Stripe never sends a notification', { timeout: 300_000 }, async () => {
  expect(await failuresFrom(1, { notifies: false })).toEqual([])
})

/** Plays five seeds. Returns the failures, each with the command that plays it again. */
const failuresFrom = async (first: number, options: StripeSeedOptions): Promise<readonly string[]> => {
  const failed: string[] = []
  const flags = options.notifies === false ? '--stripe --without-notifications' : '--stripe'
  for (let seed = first; seed < first + seedsPerTest; seed++) {
    await playStripeSeed(billing(), seed, options)
      .then((played) => options.notifies ?? addCoverage(reached, played.reached))
      .catch((error: unknown) => {
        failed.push(`npm run simulate -- ${flags} --seed ${seed}\n${String(error)}`)
      })
  }
  return failed
}

/**
 * How often each of these must happen, so that the simulation cannot lose coverage unnoticed. Events that fewer than one seed in fifty
 * reaches are not listed: owed cancellations of declined charges have their own tests, `test/operations/stripe/declined-intents.test.ts`.
 */
const leastReached = {
  'a payment is DECLINED': 5,
  'a renewal was paid': 5,
  'paid by CARD': 25,
  'several units were paid': 2,
  'a discounted price was paid': 1,
  'a code was redeemed at a checkout': 1,
  'a trial was started by key': 10,
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

test('every kind of event at Stripe happened in those seeds', () => {
  const rare = Object.entries(leastReached).filter(([what, least]) => (reached.get(what) ?? 0) < least)

  expect(rare.map(([what, least]) => `${reached.get(what) ?? 0} times, not ${least}: ${what}`)).toEqual([])
})
