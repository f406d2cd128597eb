import { expect, test } from 'vitest'
import { playSeed } from './play-seed.ts'
import { addCoverage } from './coverage.ts'
import { minimumCoverage } from './minimum-coverage.ts'
import { shareBilling } from './shared-billing.ts'

const billing = shareBilling()

const seedsPerTest = 25
/**
 * The first seeds of blocks of 25. From 201 on, the processor may have used our references for other requests; from 2001 on, there are two
 * connections; from 3001 on, customers have credit. `npm run drill` plays 2,000 seeds.
 */
const firstSeeds = [1, 101, 226, 301, 2026, 3001]
const reached = new Map<string, number>()

test.each(firstSeeds)(
  'books and processor agree, and no client got a wrong answer, in the 25 seeds from %i on',
  async (first) => {
    const failed: string[] = []
    for (let seed = first; seed < first + seedsPerTest; seed++) {
      await playSeed(billing(), seed)
        .then((played) => addCoverage(reached, played.reached))
        .catch((error: unknown) => {
          failed.push(`npm run simulate -- --seed ${seed}\n${String(error)}`)
        })
    }

    expect(failed).toEqual([])
  },
  300_000,
)

test('every kind of event of a payment happened in those seeds', () => {
  const rare = Object.entries(minimumCoverage).filter(([what, least]) => (reached.get(what) ?? 0) < least)

  expect(rare.map(([what, least]) => `${reached.get(what) ?? 0} times, not ${least}: ${what}`)).toEqual([])
})

test('a seed plays the same events every time', async () => {
  const eventsOf = async (seed: number) => {
    const { turns, answers, books } = await playSeed(billing(), seed)
    const events = books.events.map(({ type, status }) => `${type} ${status}`)
    return {
      turns,
      events,
      answers: answers.map(({ key, outcome, code, paymentStatus }) => [key, outcome, code, paymentStatus]),
    }
  }
  const first = [await eventsOf(3), await eventsOf(11)]

  expect([await eventsOf(3), await eventsOf(11)]).toEqual(first)
})
