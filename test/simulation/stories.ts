import { refundWork } from '#server/billing/due-work/query-refunds.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { queryReference } from '#server/billing/attempts/query-processor.ts'
import {
  checkoutPayment,
  drawnLife,
  merchantPayment,
  merchantRefund,
  sendUntilAnswered,
  type RetryPlan,
} from './client.ts'
import { confirmPayments, ignoreOutage } from './confirm-payments.ts'
import { ignoreCrash, type ProcessLife, processLifeEndingAt } from './life.ts'
import { countries } from './simulated-shop-settings.ts'
import { aCustomer, type Shop } from './shop.ts'
import { enterPlace, openRandomSession } from './shoppers.ts'
import { cancelSubscription, renewSubscriptions } from './subscriptions.ts'
import type { World } from './world.ts'

/** Something that happens to a shop; `key` identifies the story's requests. */
export type Story = (world: World, shop: Shop, key: string) => Promise<void>

const triesIn = (world: World): RetryPlan => ({
  max: 5,
  lifeOf: () => drawnLife(world, 0.35),
  skewSeconds: world.chance.pick([0, 0, 45, 100, -100, -100]),
})

/** A shopper pays; perhaps they click twice, pay the same session again, or enter a country meanwhile. */
const checkoutStory: Story = async (world, shop, key) => {
  const { chance, stage } = world
  const sessionId = await openRandomSession(world, shop)
  const payment = await checkoutPayment(world, sessionId, world.played.chooseMeans(), key)
  if (chance.happens(0.3)) stage.begin(() => enterPlace(world, sessionId), chance.below(3))
  stage.begin(async () => {
    await sendUntilAnswered(world, payment, triesIn(world))
    await confirmPayments(world, sessionId)
  })
  if (chance.happens(0.4)) stage.begin(() => sendUntilAnswered(world, payment, triesIn(world)), chance.pick([0, 0, 70]))
  if (chance.happens(0.4)) {
    // The second request is prepared now, so it states the same quote as the first even if it is sent later.
    const means = payment.seal !== null && chance.happens(0.3) ? { seal: payment.seal } : world.played.chooseMeans()
    const again = await checkoutPayment(world, sessionId, means, `${key}_again`)
    stage.begin(
      async () => {
        await sendUntilAnswered(world, again, triesIn(world))
        await confirmPayments(world, sessionId)
      },
      chance.pick([0, 0, 5, 100]),
    )
  }
}

const merchantStory: Story = async (world, shop, key) => {
  const { chance, stage } = world
  const payment = merchantPayment(shop.customerId, chance.pick([shop.oneOffPlanId, shop.monthlyPlanId]), key)
  stage.begin(() => sendUntilAnswered(world, payment, triesIn(world)))
  if (chance.happens(0.4)) stage.begin(() => sendUntilAnswered(world, payment, triesIn(world)), chance.pick([0, 0, 70]))
}

/** Refunds parts of a payment at the same time, some twice with the same key. First waits up to two minutes for a paid payment. */
export const refundStory: Story = async (world, _, key) => {
  const { chance, stage } = world
  let refundable = await findRefundable(world)
  for (let looks = 1; refundable.length === 0 && looks <= 3; looks++) {
    await stage.turn(40)
    refundable = await findRefundable(world)
  }
  if (refundable.length === 0) return
  const { id, amount } = chance.pick(refundable)
  for (let part = 1 + chance.below(3); part > 0; part--) {
    const refund = merchantRefund(id, 1 + chance.below(amount), `${key}_${part}`)
    stage.begin(() => sendUntilAnswered(world, refund, triesIn(world)))
    if (chance.happens(0.3)) stage.begin(() => sendUntilAnswered(world, refund, triesIn(world)))
  }
}

/**
 * Refunds parts of a payment whose bank reports the outcome of refunds only the next day. Then servers query the outcomes, while the
 * merchant requests another refund.
 */
export const laterRefundStory: Story = async (world, shop, key) => {
  const { chance, stage } = world
  const card = chance.pick(['4000000000007726', '4000000000005126', '4000000000005126'])
  const customerId = await aCustomer(world, card, { country: chance.pick(countries) })
  const payment = merchantPayment(customerId, chance.pick([shop.oneOffPlanId, shop.monthlyPlanId]), key)
  await sendUntilAnswered(world, payment, triesIn(world))
  const paymentId = world.answers.find((answer) => answer.key === key)?.paymentId
  if (paymentId == null) return
  const { payments } = await world.readBooks()
  const { amount } = payments.find(({ id }) => id === paymentId)!
  const parts = [chance.pick([amount, 1 + chance.below(amount)]), 1 + chance.below(amount)]
  for (const [place, part] of parts.entries()) {
    stage.begin(
      () => sendUntilAnswered(world, merchantRefund(paymentId, part, `${key}_${place}`), triesIn(world)),
      70 * place,
    )
  }
  await stage.turn(chance.pick([60, 90]))
  world.clock.moveBillingClock(25 * 3600)
  for (let asks = 1 + chance.below(2); asks > 0; asks--) {
    stage.begin(() => runWork(world.serve(drawnLife(world, 0.4), 0), refundWork).then(() => {}, ignoreCrash))
  }
  stage.begin(() => sendUntilAnswered(world, merchantRefund(paymentId, amount, `${key}_again`), triesIn(world)), 1)
}

/** Mostly the payments that can be refunded; sometimes also payments that cannot. */
const findRefundable = async (world: World) => {
  const { chance } = world
  const { payments } = await world.readBooks()
  const charged = payments.filter(({ amount }) => amount > 0)
  return chance.happens(0.2) ? charged : charged.filter(({ status }) => status === 'SETTLING' || status === 'SETTLED')
}

/** Runs, in a separate process, `completeAttempts`, the work of refunds and obligations, and the import of news. */
export const runCompleteAttempts = async (world: World, life: ProcessLife, skewSeconds = 0): Promise<void> => {
  const billing = world.serve(life, skewSeconds)
  await completeAttempts(billing, { concurrency: 1 }).catch(ignoreCrash)
  await runWork(billing, refundWork).catch(ignoreCrash)
  await runWork(billing, obligationWork).catch(ignoreCrash)
  await world.played.hearNews?.(billing).catch(ignoreCrash)
}

const completerStory: Story = async (world) => {
  const { chance } = world
  await world.stage.turn(chance.pick([5, 65, 130]))
  await runCompleteAttempts(world, drawnLife(world, 0.5), chance.pick([0, 0, 100]))
}

const settleStory: Story = async (world) => {
  world.clock.moveBillingClock(3600 * world.chance.below(37))
  await world.stage.turn()
  await runWork(world.serve(drawnLife(world, 0.3), 0), settlementWork).catch(ignoreCrash)
}

/** Moves all clocks forward, so that the processor may have forgotten its idempotency keys. */
const clockStory: Story = async ({ stage, chance }) => {
  await stage.turn(chance.pick([60, 3600, 25 * 3600]))
}

/** Ends every server with its current work, twice. In between, the processor may forget its idempotency keys. */
const nightStory: Story = async (world) => {
  world.endAll()
  await world.stage.turn(world.chance.pick([120, 25 * 3600]))
  world.endAll()
}

const killStory: Story = async (world) => world.endAll()

/** Lets a month pass, and renews what is due, with one worker or two at once. */
const renewalStory: Story = async (world) => {
  await world.stage.turn(100)
  world.clock.moveBillingClock(31 * 86_400)
  for (let workers = 1 + world.chance.below(2); workers > 0; workers--) {
    world.stage.begin(() => renewSubscriptions(world, drawnLife(world, 0.3)))
  }
}

/** Cancels a subscription, perhaps while its renewal is in flight. */
const cancellationStory: Story = async (world) => {
  await world.stage.turn(world.chance.pick([60, 100, 101, 110]))
  await cancelSubscription(world, drawnLife(world, 0.2))
}

/** Cancels a subscription when its renewal may be in flight. If the renewal is charged nevertheless, its money is refunded or voided. */
const partingStory: Story = async (world, shop, key) => {
  const { stage, chance } = world
  // For a card that is captured later, the authorization is voided instead.
  const customerId = chance.happens(0.5)
    ? await aCustomer(world, world.played.cards.capturedLater, { country: chance.pick(countries) })
    : shop.customerId
  await sendUntilAnswered(world, merchantPayment(customerId, shop.monthlyPlanId, key), triesIn(world))
  await stage.turn(60)
  world.clock.moveBillingClock(31 * 86_400)
  stage.begin(() => renewSubscriptions(world, processLifeEndingAt(Infinity)))
  stage.begin(
    async () => {
      for (let turns = chance.below(20); turns > 0; turns--) await stage.turn()
      await cancelSubscription(world, drawnLife(world, 0.2))
    },
    chance.pick([0, 0, 0, 1]),
  )
}

/** A notification about an attempt arrives once or twice, before or after the processor's answer to the attempt. */
const newsStory: Story = async (world) => {
  const { chance, stage } = world
  await stage.turn(chance.below(90))
  const { attempts } = await world.readBooks()
  if (attempts.length === 0) return
  const open = attempts.filter(({ state }) => state === 'open')
  const { reference, state } = chance.pick(open.length > 0 ? open : attempts)
  world.note(state === 'open' ? 'news came before the answer' : 'news came after the answer')
  for (let times = 1 + chance.below(2); times > 0; times--) {
    stage.begin(() =>
      queryReference(world.serve(drawnLife(world, 0.2), 0), world.processor.id, reference).catch(ignoreOutage),
    )
  }
}

/** The stories that every seed may play; common ones are listed more often. */
export const stories: readonly Story[] = [
  checkoutStory,
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
  nightStory,
  renewalStory,
  cancellationStory,
  partingStory,
  partingStory,
  newsStory,
  newsStory,
]

/** The stories that make payments. Without payments, the other stories have nothing to work on. */
export const payingStories: readonly Story[] = [
  checkoutStory,
  checkoutStory,
  checkoutStory,
  merchantStory,
  partingStory,
  partingStory,
]
