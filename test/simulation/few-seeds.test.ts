import { expect, test } from 'vitest'
import { playSeed } from './play-seed.ts'
import { shareBilling } from './shared-billing.ts'
import { playStripeSeed } from './stripe/play-stripe-seed.ts'
import { playSubscribers } from './subscribers/play-subscribers.ts'

// The seeds that `npm test` plays. `npm run test:all` plays other seeds, and `npm run drill` thousands.

const billing = shareBilling()

test.each([3101, 3102, 3103, 4001, 5019])('books and processor agree in seed %i', (seed) =>
  expectToHold(playSeed(billing(), seed), `--seed ${seed}`),
)

test.each([101, 102])('our books and Stripe’s agree in seed %i', (seed) =>
  expectToHold(playStripeSeed(billing(), seed), `--stripe --seed ${seed}`),
)

test.each([11, 12])('every period is charged as the merchant asked in seed %i', (seed) =>
  expectToHold(playSubscribers(billing(), seed), `--subscriptions --seed ${seed}`),
)

/** Expects that a seed's books have no faults. A failure shows the command that plays the seed again. */
const expectToHold = async (played: Promise<unknown>, flags: string): Promise<void> => {
  const failed = await played.then(
    () => null,
    (error: unknown) => `npm run simulate -- ${flags}\n${String(error)}`,
  )
  expect(failed).toBeNull()
}
