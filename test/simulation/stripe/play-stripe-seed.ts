import { clientOfFake, startFakeStripe } from '@billing-checkout/stripe/testing'
import type { Billing } from '#server/billing/billing.ts'
import { chanceOf } from '../chance.ts'
import { freeStartStory } from '../free-starts.ts'
import { processLifeEndingAt } from '../life.ts'
import { finishWorld, type PlayedSeed, playAndWatch } from '../play-seed.ts'
import { countCoverage } from '../coverage.ts'
import { countries, simulatedShopSettings } from '../simulated-shop-settings.ts'
import { openShop } from '../shop.ts'
import { runCompleteAttempts, laterRefundStory, payingStories, stories } from '../stories.ts'
import { openWorld } from '../world.ts'
import { playStripe, secretKey } from './play-stripe.ts'
import { storiesOfStripe } from './stories-of-stripe.ts'

/** How a seed is played. */
export interface StripeSeedOptions {
  /** False if Stripe sends no notifications, for example to a laptop that it cannot reach. True by default. */
  readonly notifies?: boolean
}

/** Plays the stories of a seed with the fake of Stripe. Throws as soon as the books have violations. */
export const playStripeSeed = async (
  shared: Billing,
  seed: number,
  { notifies = true }: StripeSeedOptions = {},
): Promise<PlayedSeed> => {
  const chance = chanceOf(seed)
  const badness = chance.pick([0, 0.12, 0.3])
  // The fake is created before the world whose clocks it uses.
  let clocks = { wall: () => new Date(), billing: () => new Date() }
  const fake = await startFakeStripe({
    secretKeys: [secretKey],
    clocks: { wall: () => clocks.wall(), billing: () => clocks.billing() },
  })
  try {
    const { id, secret = '' } = await clientOfFake(fake, secretKey).webhookEndpoints.create({
      url: 'https://shop.example/notifications',
      enabled_events: ['*'],
    })
    const world = await openWorld(shared, chance, {
      faultOf: () => 'none',
      play: (access) => playStripe(fake, access, { badness, notificationSecret: notifies ? secret : null }),
      standstill: () => (chance.happens(badness / 20) ? chance.pick([10, 45, 70, 130]) : 0),
      settings: simulatedShopSettings,
    })
    const { stage } = world
    clocks = { wall: () => new Date(stage.now()), billing: () => new Date(world.clock.billingNow()) }
    await world.clock.tellTime()
    const shop = await openShop(world, chance.pick(world.played.cards.stored), chance.pick(countries), {
      givesTrials: true,
      sellsOffers: true,
    })
    stage.begin(() => freeStartStory(world, shop, 'key_free'), chance.below(90))
    const there = storiesOfStripe(fake, notifies ? id : null)
    const others = [...stories, laterRefundStory, laterRefundStory, ...there, ...there]
    for (let story = 4 + chance.below(4); story > 0; story--) {
      const play = chance.pick(story <= 2 ? payingStories : others)
      stage.begin(() => play(world, shop, `key_${story}`), chance.below(90))
    }
    for (let at = chance.below(10); at < 150; at += 10 + chance.below(30)) {
      stage.begin(() => runCompleteAttempts(world, processLifeEndingAt(Infinity)), at)
    }
    const turns = await playAndWatch(world)
    const books = await finishWorld(world)
    return { books, turns, answers: world.answers, reached: countCoverage(books, world) }
  } finally {
    await fake.close()
  }
}
