import { completeAttempts } from '../../packages/server/src/billing/complete-attempts.ts'
import { settlePayments } from '../../packages/server/src/billing/settle-payments.ts'
import type { Billing } from '../../packages/server/src/billing/billing.ts'
import type { Fault, ProcessorOperation } from '../support/faulty-processor.ts'
import { type Books, readBooks } from './books.ts'
import { chanceOf } from './chance.ts'
import { checkoutPayment, drawnLife, merchantPayment, refundOf, sendUntilTold, type Tries } from './client.ts'
import { faultsOfAnswers, faultsOfCalls } from './faults-of-answers.ts'
import { faultsOfBooks, faultsOfFinishedBooks } from './faults-of-books.ts'
import { type Life, lifeOf } from './life.ts'
import { openClientSession, openShop, type Shop } from './shop.ts'
import { openWorld, type World } from './world.ts'

/** What a seed came to. */
export interface Played {
  readonly books: Books
  readonly turns: number
}

/** Plays the stories of a seed. Throws what is wrong with the books the moment it is wrong. */
export const playSeed = async (shared: Billing, seed: number, organizationId: string): Promise<Played> => {
  const chance = chanceOf(seed)
  const badness = chance.pick([0, 0.2, 0.5])
  const world = await openWorld(shared, organizationId, chance, {
    faultOf: (operation) => (chance.happens(badness) ? chance.pick(faultsIn[operation]) : 'none'),
  })
  await world.tellTime()
  const shop = await openShop(world, chance.pick(storedCards))
  for (let story = 3 + chance.below(4); story > 0; story--) {
    world.stage.begin(() => chance.pick(stories)(world, shop, `key_${story}`), chance.below(90))
  }
  const turns = await playAndWatch(world)
  return { books: await finish(world), turns }
}

/** Plays what is on stage, and looks at the books after every turn. */
export const playAndWatch = async (world: World): Promise<number> => {
  let turns = 0
  await world.stage.play({
    before: () => world.tellTime(),
    after: async () => {
      turns += 1
      if (world.hasWritten()) throwIf(faultsNow(world, await readBooks(world.billing.database, world.organization.id)))
    },
  })
  return turns
}

/** Lets the network recover and the completer work; then everything must be finished, and both sides agree. */
export const finish = async (world: World): Promise<Books> => {
  world.calm()
  for (let rounds = 3; rounds > 0; rounds--) {
    world.stage.begin(() => complete(world, lifeOf(Infinity)), 250)
    await playAndWatch(world)
  }
  const books = await readBooks(world.billing.database, world.organization.id)
  throwIf([...faultsNow(world, books), ...faultsOfFinishedBooks(books)])
  return books
}

const faultsNow = (world: World, books: Books): readonly string[] => [
  ...faultsOfBooks(books),
  ...faultsOfAnswers(books, world.told),
  ...faultsOfCalls(books, world.calls, world.processor.keyWindowSeconds),
]

const throwIf = (faults: readonly string[]): void => {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

const anyFault: readonly Fault[] = [
  'slow',
  'never arrives',
  'arrives late',
  'answer lost',
  'delivered twice',
  'breaks before',
  'breaks after',
]
const faultsIn: Readonly<Record<ProcessorOperation, readonly Fault[]>> = {
  authorize: anyFault,
  capture: anyFault,
  void: anyFault,
  refund: anyFault,
  lookUp: ['breaks before'],
  settlements: ['breaks before'],
  close: ['breaks before'],
}

/** Approves; approves on-session only. */
const storedCards = ['4242424242424242', '4242424242424242', '4000000000000341']
/** Approves (several), declines, time-out that charged, time-out that did not. */
const typedCards = ['4242424242424242', '5555555555554444', '4000000000000002', '4000000000006975', '4000000000006983']

type Story = (world: World, shop: Shop, key: string) => Promise<void>

const triesIn = (world: World): Tries => ({
  max: 5,
  lifeOf: () => drawnLife(world, 0.35),
  skewSeconds: world.chance.pick([0, 0, 0, 45, -45, 100]),
})

const aSession = (world: World, shop: Shop): Promise<string> =>
  openClientSession(
    world,
    world.chance.pick([shop.monthlyPlanId, shop.oneOffPlanId]),
    world.chance.pick([{ id: shop.customerId }, { email: 'nia@example.com' }]),
  )

/** A shopper pays; perhaps clicks twice, perhaps on two devices, perhaps in two sessions at once. */
const checkoutStory: Story = async (world, shop, key) => {
  const { chance, stage } = world
  const sessionId = await aSession(world, shop)
  const payment = await checkoutPayment(world, sessionId, chance.pick(typedCards), key)
  stage.begin(() => sendUntilTold(world, payment, triesIn(world)))
  if (chance.happens(0.4)) stage.begin(() => sendUntilTold(world, payment, triesIn(world)), chance.pick([0, 0, 70]))
  if (chance.happens(0.3)) {
    stage.begin(
      async () => {
        const again = await checkoutPayment(world, sessionId, chance.pick(typedCards), `${key}_again`)
        await sendUntilTold(world, again, triesIn(world))
      },
      chance.pick([0, 0, 5]),
    )
  }
}

const merchantStory: Story = async (world, shop, key) => {
  const { chance, stage } = world
  const payment = merchantPayment(shop.customerId, chance.pick([shop.oneOffPlanId, shop.monthlyPlanId]), key)
  stage.begin(() => sendUntilTold(world, payment, triesIn(world)))
  if (chance.happens(0.4)) stage.begin(() => sendUntilTold(world, payment, triesIn(world)), chance.pick([0, 0, 70]))
}

/** Parts of a payment go back, at once and once more with the same key; it waits a while for something to be paid. */
const refundStory: Story = async (world, _, key) => {
  const { chance, stage } = world
  let refundable = await findRefundable(world)
  for (let looks = 1; refundable.length === 0 && looks <= 3; looks++) {
    await stage.turn(40)
    refundable = await findRefundable(world)
  }
  if (refundable.length === 0) return
  const { id, amount } = chance.pick(refundable)
  for (let part = 1 + chance.below(3); part > 0; part--) {
    const refund = refundOf(id, 1 + chance.below(amount), `${key}_${part}`)
    stage.begin(() => sendUntilTold(world, refund, triesIn(world)))
    if (chance.happens(0.3)) stage.begin(() => sendUntilTold(world, refund, triesIn(world)))
  }
}

const findRefundable = async ({ billing, organization }: World) => {
  const { payments } = await readBooks(billing.database, organization.id)
  return payments.filter(({ status, amount }) => amount > 0 && (status === 'SETTLING' || status === 'SETTLED'))
}

/** Lets a completer work in a process of its own. */
export const complete = async (world: World, life: Life, skewSeconds = 0): Promise<void> => {
  await completeAttempts(world.serve(life, skewSeconds)).catch(ignoreCrash)
}

const completerStory: Story = async (world) => {
  const { chance } = world
  await world.stage.turn(chance.pick([5, 65, 130]))
  await complete(world, drawnLife(world, 0.5), chance.pick([0, 0, 100]))
}

const settleStory: Story = async (world) => {
  world.moveBillingClock(3600 * world.chance.below(37))
  await world.stage.turn()
  await settlePayments(world.serve(drawnLife(world, 0.3), 0)).catch(ignoreCrash)
}

/** All clocks jump, so that the processor may have forgotten the keys it was sent. */
const clockStory: Story = async ({ stage, chance }) => {
  await stage.turn(chance.pick([60, 3600, 25 * 3600]))
}

const killStory: Story = async (world) => world.endAll()

const ignoreCrash = (error: unknown): void => {
  if (!(error instanceof Error) || error.name !== 'Crash') throw error
}

const stories: readonly Story[] = [
  checkoutStory,
  checkoutStory,
  merchantStory,
  merchantStory,
  refundStory,
  refundStory,
  completerStory,
  settleStory,
  clockStory,
  killStory,
]
