import type { Billing } from '#server/billing/billing.ts'
import type { Books } from './books.ts'
import { chanceOf } from './chance.ts'
import { violationsOfAnswers, violationsOfCalls, violationsOfSeals } from './violations-of-answers.ts'
import {
  violationsOfBooks,
  violationsOfFinishedBooks,
  violationsOfFinishedCalls,
  violationsOfPartings,
} from './violations-of-books.ts'
import type { ProcessorOperation } from '../support/processors/faulty-processor.ts'
import { violationsOfPrices } from './violations-of-credit.ts'
import { violationsOfOffers } from './violations-of-offers.ts'
import { declareStory } from './declarations/declare.ts'
import { violationsOfDeclarations } from './declarations/violations-of-declarations.ts'
import { networkFaults } from './faults-of-network.ts'
import { freeStartStory } from './free-starts.ts'
import { goodwillStory } from './goodwill.ts'
import { lifeOf } from './life.ts'
import { type Reached, whatWasReached } from './reached.ts'
import { countries, selling, supplyingAtOnce } from './selling.ts'
import { openShop } from './shop.ts'
import { secondConnection } from './play-sandbox.ts'
import { complete, laterRefundStory, payingStories, refundStory, stories } from './stories.ts'
import { throwViolations } from './throw-violations.ts'
import { openWorld, type Told, type World } from './world.ts'

/** What a seed came to. */
export interface Played {
  readonly books: Books
  readonly turns: number
  readonly told: readonly Told[]
  readonly reached: Reached
}

/** Plays the stories of a seed. Throws what is wrong with the books the moment it is wrong. */
export const playSeed = async (shared: Billing, seed: number): Promise<Played> => {
  const chance = chanceOf(seed)
  const badness = chance.pick([0, 0.3, 0.6])
  const faultsIn = faultsOf(seed)
  // Verifications are rare, and what may befall them should be seen.
  const badnessOf = (operation: ProcessorOperation) => (isLater(seed) && operation === 'verify' ? 0.8 : badness)
  const world = await openWorld(shared, chance, {
    faultOf: (operation) => (chance.happens(badnessOf(operation)) ? chance.pick(faultsIn[operation]) : 'none'),
    standstill: () => (chance.happens(badness / 20) ? chance.pick([10, 45, 70, 130]) : 0),
    settings: {
      ...selling,
      ...(hasTwoConnections(seed) && { routing }),
      ...(declares(seed) && seed % 2 === 0 && supplyingAtOnce),
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
    world.stage.begin(() => complete(world, lifeOf(Infinity)), at)
  }
  const turns = await playAndWatch(world)
  const books = await finish(world)
  throwViolations(await violationsOfDeclarations(world))
  return { books, turns, told: world.told, reached: whatWasReached(books, world) }
}

/** Plays what is on stage, and looks at the books after every turn. */
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
 * Lets the network recover and the completer work for as long as a shopper may take over a challenge and what follows
 * from it; then every call must be finished. After the days in which refunds have news everything is, and both sides agree.
 */
export const finish = async (world: World): Promise<Books> => {
  world.calm()
  // What was refused rests longer each time.
  const { pauses, agreesAtOnce, days } = world.played.end
  for (const pause of pauses) await completeAndWait(world, 3600, pause)
  if (agreesAtOnce) throwViolations(violationsOfFinishedCalls(await world.readBooks()))
  // Refunds have news a day later, which may make a refund due that fails a day later again.
  for (let rounds = days; rounds > 0; rounds--) await completeAndWait(world, 25 * 3600)
  const books = await world.readBooks()
  throwViolations([
    ...violationsNow(world, books),
    ...violationsOfFinishedBooks(books),
    ...violationsOfPartings(books),
    ...world.played.violationsOfFinished(books),
  ])
  return books
}

const usualPause = 250

/** However long a pause is by the wall clock, nothing more falls due by it. */
const completeAndWait = async (world: World, seconds: number, pause = usualPause): Promise<void> => {
  world.clock.moveBillingClock(usualPause - pause)
  world.stage.begin(() => complete(world, lifeOf(Infinity)), pause)
  await playAndWatch(world)
  world.clock.moveBillingClock(seconds)
}

const violationsNow = (world: World, books: Books): readonly string[] => [
  ...violationsOfBooks(books),
  ...violationsOfPrices(books),
  ...violationsOfOffers(books),
  ...violationsOfAnswers(books, world.told),
  ...violationsOfSeals(world.told),
  ...violationsOfCalls(books, world.calls, world.processor.keyWindowSeconds),
  ...world.played.violations(books),
]

const usual = {
  authorize: ['arrives late', 'slow', 'slow', 'slow'],
  refund: ['refuses', 'refuses', 'refuses', 'refuses'],
  void: ['refuses', 'refuses', 'refuses', 'refuses', 'refuses', 'refuses'],
} as const
const manyTaken = Array<'taken'>(12).fill('taken')
/** Captures are few, so all seeds have to have some whose reference was taken. */
const usualFaults = networkFaults({ ...usual, capture: manyTaken })
/** In addition to that, references stand for calls with other parameters, as after a failover. */
const faultsWithTaken = networkFaults({
  authorize: [...usual.authorize, 'taken', 'taken', 'taken'],
  verify: [...usual.authorize, ...manyTaken, ...manyTaken],
  capture: manyTaken,
  refund: [...usual.refund, ...manyTaken],
  void: [...usual.void, 'taken', 'taken', 'taken'],
})

/** The first 200 seeds go on telling the stories that they have always told. */
const isLater = (seed: number): boolean => seed > 200
/** From here on a shop has two connections, of which one certainly charges nothing now and then. */
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
/** From here on the merchant grants credit, which payments of the shop's customer spend. */
const grantsCredit = (seed: number): boolean => seed > 3000
/** From here on the shop sells units and a discount, and starts free trials by key. */
const sellsOffers = (seed: number): boolean => seed > 4000
/** From here on consumers cancel and withdraw without signing in. */
const declares = (seed: number): boolean => seed > 5000
const laterStories = [...stories, refundStory, refundStory, refundStory, laterRefundStory, laterRefundStory]
const storiesOf = (seed: number) => {
  if (!isLater(seed)) return stories
  return grantsCredit(seed) ? [...laterStories, goodwillStory, goodwillStory, goodwillStory] : laterStories
}
