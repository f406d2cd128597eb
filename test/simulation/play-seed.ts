import type { Billing } from '#server/billing/billing.ts'
import type { Books } from './books.ts'
import { chanceOf } from './chance.ts'
import { violationsOfAnswers, violationsOfCalls, violationsOfSeals } from './violations-of-answers.ts'
import {
  violationsOfBooks,
  violationsOfFinishedBooks,
  violationsOfFinishedCalls,
  violationsOfEndedRenewals,
} from './violations-of-books.ts'
import type { ProcessorOperation } from '../support/processors/faulty-processor.ts'
import { violationsOfPrices } from './violations-of-credit.ts'
import { violationsOfOffers } from './violations-of-offers.ts'
import { declareStory } from './declarations/declare.ts'
import { violationsOfDeclarations } from './declarations/violations-of-declarations.ts'
import { networkFaults } from './faults-of-network.ts'
import { freeStartStory } from './free-starts.ts'
import { goodwillStory } from './goodwill.ts'
import { processLifeEndingAt } from './life.ts'
import { countCoverage, type Coverage } from './coverage.ts'
import { countries, simulatedShopSettings, immediateSupplySettings } from './simulated-shop-settings.ts'
import { openShop } from './shop.ts'
import { secondConnection } from './play-sandbox.ts'
import { runCompleteAttempts, laterRefundStory, payingStories, refundStory, stories } from './stories.ts'
import { throwViolations } from './throw-violations.ts'
import { type ClientAnswer, openWorld, type World } from './world.ts'

/** The result of a seed. */
export interface PlayedSeed {
  readonly books: Books
  readonly turns: number
  readonly answers: readonly ClientAnswer[]
  readonly reached: Coverage
}

/** Plays the stories of a seed. Throws as soon as the books have violations. */
export const playSeed = async (shared: Billing, seed: number): Promise<PlayedSeed> => {
  const chance = chanceOf(seed)
  const badness = chance.pick([0, 0.3, 0.6])
  const faultsIn = faultsOf(seed)
  // Verifications are rare, so give them faults more often.
  const badnessOf = (operation: ProcessorOperation) => (isLater(seed) && operation === 'verify' ? 0.8 : badness)
  const world = await openWorld(shared, chance, {
    faultOf: (operation) => (chance.happens(badnessOf(operation)) ? chance.pick(faultsIn[operation]) : 'none'),
    standstill: () => (chance.happens(badness / 20) ? chance.pick([10, 45, 70, 130]) : 0),
    settings: {
      ...simulatedShopSettings,
      ...(hasTwoConnections(seed) && { routing }),
      ...(declares(seed) && seed % 2 === 0 && immediateSupplySettings),
    },
  })
  await world.clock.tellTime()
  const givesTrials = isLater(seed)
  const shop = await openShop(world, chance.pick(world.played.cards.stored), chance.pick(countries), {
    givesTrials,
    sellsOffers: sellsOffers(seed),
  })
  if (sellsOffers(seed)) world.stage.begin(() => freeStartStory(world, shop, 'key_free'), chance.below(90))
  if (grantsCredit(seed)) world.stage.begin(() => goodwillStory(world, shop, 'key_goodwill'))
  for (let times = declares(seed) ? 2 : 0; times > 0; times--) {
    world.stage.begin(() => declareStory(world, shop, `key_declared_${times}`), chance.below(60))
  }
  for (let story = 4 + chance.below(4); story > 0; story--) {
    const play = chance.pick(story <= 2 ? payingStories : storiesOf(seed))
    world.stage.begin(() => play(world, shop, `key_${story}`), chance.below(90))
  }
  for (let at = chance.below(10); at < 150; at += 10 + chance.below(30)) {
    world.stage.begin(() => runCompleteAttempts(world, processLifeEndingAt(Infinity)), at)
  }
  const turns = await playAndWatch(world)
  const books = await finishWorld(world)
  throwViolations(await violationsOfDeclarations(world))
  return { books, turns, answers: world.answers, reached: countCoverage(books, world) }
}

/** Plays the stories on the stage, and checks the books after each turn that may have changed them. Returns the number of turns. */
export const playAndWatch = async (world: World): Promise<number> => {
  let turns = 0
  await world.stage.play({
    before: async () => {},
    after: async () => {
      turns += 1
      if (world.hasWritten()) throwViolations(violationsNow(world, await world.readBooks()))
    },
  })
  return turns
}

/**
 * Lets the network recover and workers run for as long as a shopper may take for a challenge and its consequences. Then every call must be
 * finished. Some days later, when refunds have their outcomes, everything must be finished, and both sides must agree.
 */
export const finishWorld = async (world: World): Promise<Books> => {
  world.calm()
  // A worker waits longer after each refusal before it tries again.
  const { pauses, agreesAtOnce, days } = world.played.end
  for (const pause of pauses) await completeAndWait(world, 3600, pause)
  if (agreesAtOnce) throwViolations(violationsOfFinishedCalls(await world.readBooks()))
  // The processor reports a refund's outcome a day later. A failed refund may cause another one, which may fail another day later.
  for (let rounds = days; rounds > 0; rounds--) await completeAndWait(world, 25 * 3600)
  const books = await world.readBooks()
  throwViolations([
    ...violationsNow(world, books),
    ...violationsOfFinishedBooks(books),
    ...violationsOfEndedRenewals(books),
    ...world.played.violationsOfFinished(books),
  ])
  return books
}

const usualPause = 250

/**
 * Lets the workers run after `pause` seconds by the wall clock, then moves the billing clock by `seconds`. A longer pause than usual makes
 * no additional work due by the billing clock.
 */
const completeAndWait = async (world: World, seconds: number, pause = usualPause): Promise<void> => {
  world.clock.moveBillingClock(usualPause - pause)
  world.stage.begin(() => runCompleteAttempts(world, processLifeEndingAt(Infinity)), pause)
  await playAndWatch(world)
  world.clock.moveBillingClock(seconds)
}

const violationsNow = (world: World, books: Books): readonly string[] => [
  ...violationsOfBooks(books),
  ...violationsOfPrices(books),
  ...violationsOfOffers(books),
  ...violationsOfAnswers(books, world.answers),
  ...violationsOfSeals(world.answers),
  ...violationsOfCalls(books, world.calls, world.processor.keyWindowSeconds),
  ...world.played.violations(books),
]

const usual = {
  authorize: ['arrives late', 'slow', 'slow', 'slow'],
  refund: ['refuses', 'refuses', 'refuses', 'refuses'],
  void: ['refuses', 'refuses', 'refuses', 'refuses', 'refuses', 'refuses'],
} as const
const manyTaken = Array<'taken'>(12).fill('taken')
/** Because captures are rare, most of their faults are taken references. */
const usualFaults = networkFaults({ ...usual, capture: manyTaken })
/** The usual faults, and references that already belong to calls with other parameters, as after a failover. */
const faultsWithTaken = networkFaults({
  authorize: [...usual.authorize, 'taken', 'taken', 'taken'],
  verify: [...usual.authorize, ...manyTaken, ...manyTaken],
  capture: manyTaken,
  refund: [...usual.refund, ...manyTaken],
  void: [...usual.void, 'taken', 'taken', 'taken'],
})

/** The first 200 seeds play only the original stories. */
const isLater = (seed: number): boolean => seed > 200
/**
 * In later seeds, a shop has two connections. Sometimes a call over one of them is refused or not sent, so it certainly charges nothing.
 */
const hasTwoConnections = (seed: number): boolean => seed > 2000
const routing = [{ connection: 'sandbox' }, { connection: secondConnection }]
const shut = [
  ...Array<'lets nobody in'>(10).fill('lets nobody in'),
  ...Array<'cannot be reached'>(10).fill('cannot be reached'),
]
const faultsWithShut = networkFaults({
  ...usual,
  authorize: [...usual.authorize, ...shut],
  verify: [...usual.authorize, ...shut],
})
const faultsOf = (seed: number) =>
  hasTwoConnections(seed) ? faultsWithShut : isLater(seed) ? faultsWithTaken : usualFaults
/** In later seeds, the merchant grants credit, which payments of the shop's customer spend. */
const grantsCredit = (seed: number): boolean => seed > 3000
/** In later seeds, the shop sells units and a discount, and starts free trials by API key. */
const sellsOffers = (seed: number): boolean => seed > 4000
/** In later seeds, consumers cancel and withdraw without signing in. */
const declares = (seed: number): boolean => seed > 5000
const laterStories = [...stories, refundStory, refundStory, refundStory, laterRefundStory, laterRefundStory]
const storiesOf = (seed: number) => {
  if (!isLater(seed)) return stories
  return grantsCredit(seed) ? [...laterStories, goodwillStory, goodwillStory, goodwillStory] : laterStories
}
