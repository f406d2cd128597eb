import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { finishAttempt } from '#server/billing/attempts/finish-attempt.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { processorsById } from '#server/processors/processors.ts'
import { write } from '#server/store/writes/write.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { readBooks } from './books.ts'
import { chanceOf } from './chance.ts'
import {
  checkoutPayment,
  type ClientRequest,
  merchantPayment,
  merchantRefund,
  sendConcurrently,
  sendUntilAnswered,
  type RetryPlan,
} from './client.ts'
import { ignoreCrash, type ProcessLife, processLifeEndingAt } from './life.ts'
import { crashAtEveryAwait, isEveryAwaitPlayed, playToTheEnd } from './crash-at-every-await.ts'
import { playAndWatch } from './play-seed.ts'
import { aCustomer, openClientSession, openShop, type Shop } from './shop.ts'
import { shareBilling } from './shared-billing.ts'
import { runCompleteAttempts } from './stories.ts'
import { openWorld, type World } from './world.ts'

const billing = shareBilling()

type Request = (world: World, shop: Shop) => Promise<ClientRequest>

const checkout: Request = async (world, shop) => {
  const sessionId = await openClientSession(world, shop.monthlyPlanId, { email: 'nia@example.com' })
  return checkoutPayment(world, sessionId, { number: '4242424242424242' }, 'key_checkout')
}
const merchantCharge: Request = async (_, shop) => merchantPayment(shop.customerId, shop.oneOffPlanId, 'key_merchant')
const refund: Request = async (world, shop) => {
  const charge = await merchantCharge(world, shop)
  world.stage.begin(() => sendUntilAnswered(world, charge, tries(unharmed())))
  await playAndWatch(world)
  return merchantRefund(world.answers[0]!.paymentId!, 700, 'key_refund')
}

const unharmed = (): ProcessLife => processLifeEndingAt(Infinity)
const tries = (first: ProcessLife): RetryPlan => ({
  max: 9,
  lifeOf: (attempt) => (attempt === 1 ? first : unharmed()),
  skewSeconds: 0,
})

test.each([
  ['a checkout payment', checkout, 30],
  ['a charge of a stored method', merchantCharge, 20],
  ['a refund', refund, 25],
] as const)(
  '%s whose server is killed at any await, and that the client repeats, happens once',
  async (_, prepare, atLeast) => {
    const points = await crashAtEveryAwait(billing(), 'none', async (world, shop, life) => {
      const request = await prepare(world, shop)

      world.stage.begin(() => sendUntilAnswered(world, request, tries(life)))
      const { payments } = await playToTheEnd(world)

      expect(world.answers.at(-1)).toMatchObject({ key: request.key, outcome: 'answered' })
      expect(payments).toHaveLength(1)
    })

    expect(points).toBeGreaterThan(atLeast)
  },
)

test.each([
  ['charged, but its answer was lost', 'a checkout payment', checkout, 'answer lost', [true]],
  ['never reached the processor', 'a checkout payment', checkout, 'never arrives', [false]],
  ['charged, but its answer was lost', 'a charge of a stored method', merchantCharge, 'breaks after', [true]],
  ['never reached the processor', 'a charge of a stored method', merchantCharge, 'breaks before', [true]],
  // Either the worker closes the reference before the call arrives, or it finds the charge because the call arrived while no worker ran.
  ['reached the processor late', 'a checkout payment', checkout, 'arrives late', [false, true]],
] as const)(
  'when the call %s, a completer of %s that is killed at any await leaves one payment with its true outcome',
  async (...scene) => {
    const [, , prepare, fault, endings] = scene
    const points = await crashAtEveryAwait(billing(), fault, async (world, shop, life) => {
      const request = await prepare(world, shop)

      world.stage.begin(() => sendUntilAnswered(world, request, tries(unharmed())))
      world.stage.begin(() => runCompleteAttempts(world, life), 70)
      const { payments } = await playToTheEnd(world)

      expect(world.answers).toMatchObject([{ paymentStatus: 'PENDING' }])
      expect(payments).toHaveLength(1)
      expect(endings).toContain(isAuthorizedOrCaptured(payments[0]!.status))
    })

    expect(points).toBeGreaterThan(10)
  },
)

/**
 * The drill plays scenes of many awaits as three tests; other runs play only the first. Each test takes less than half a minute, but
 * minutes on a busy machine.
 */
const thirds = (
  [
    ['the first, fourth, seventh…', 1],
    ['the second, fifth, eighth…', 2],
    ['the third, sixth, ninth…', 3],
  ] as const
).filter(([, first]) => first === 1 || isEveryAwaitPlayed)

const paid = 'SETTLING'
const stepsTo = (status: string) => (status === paid ? ['AUTHORIZED', paid] : [status])

test.each(thirds)(
  'charges of a shared transaction whose server is killed at %s await each happen once and get the right answer',
  async (_, first) => {
    const points = await crashAtEveryAwait(
      billing(),
      'none',
      async (world, shop, life) => {
        const second = await aCustomer(world, '4000000000007775')
        const declined = await aCustomer(world, '4000000000000341')
        const requests = [
          merchantPayment(shop.customerId, shop.oneOffPlanId, 'key_1'),
          merchantPayment(second, shop.monthlyPlanId, 'key_2'),
          // This request starts later than the first, because both are for the same customer.
          merchantPayment(shop.customerId, shop.monthlyPlanId, 'key_3'),
          merchantPayment(declined, shop.oneOffPlanId, 'key_4'),
          merchantPayment('cus_nobody', shop.oneOffPlanId, 'key_5'),
        ]

        world.stage.begin(async () => {
          const unanswered = await sendConcurrently(world, requests, life)
          for (const request of unanswered)
            world.stage.begin(() => sendUntilAnswered(world, request, tries(unharmed())))
        })
        const { payments, subscriptions } = await playToTheEnd(world)

        const outcomes = { key_1: paid, key_2: paid, key_3: paid, key_4: 'DECLINED' }
        expect(Object.fromEntries(payments.map(({ request, status }) => [request, status]))).toEqual(outcomes)
        expect(payments).toHaveLength(4)
        const answers = new Map(world.answers.map((each) => [each.key, each]))
        expect([...answers.keys()].toSorted()).toEqual([...Object.keys(outcomes), 'key_5'])
        expect(answers.get('key_5')).toMatchObject({ outcome: 'refused', code: 'not_found' })
        // A client that asks early may learn that the outcome is unknown or the money is not captured yet. It must never get a wrong
        // answer.
        for (const { id, request, status } of payments) {
          expect(answers.get(request!)).toMatchObject({
            paymentId: id,
            paymentStatus: expect.toBeOneOf(['PENDING', ...stepsTo(status)]),
          })
        }
        expect(subscriptions).toHaveLength(2)
      },
      { first, step: 3 },
    )

    expect(points).toBeGreaterThan(30)
  },
)

test.each(thirds)(
  'renewals of a shared transaction whose server is killed at %s await pay each period once',
  async (_, first) => {
    const points = await crashAtEveryAwait(
      billing(),
      'none',
      async (world, shop, life) => {
        const customers = [
          shop.customerId,
          await aCustomer(world, '4242424242424242'),
          await aCustomer(world, '4000000000007775'),
        ]
        const subscribed = customers.map((id) => merchantPayment(id, shop.monthlyPlanId, `key_${id}`))
        world.stage.begin(async () => void (await sendConcurrently(world, subscribed, unharmed())))
        await playAndWatch(world)
        world.clock.moveBillingClock(31 * 86_400)

        world.stage.begin(() => renewAtOnce(world, life))
        world.stage.begin(() => renewAtOnce(world, unharmed()), 100)
        const { payments } = await playToTheEnd(world)

        const renewed = payments.filter(({ purpose }) => purpose === 'renew')
        expect(renewed.map(({ status }) => status)).toEqual(['SETTLING', 'SETTLING', 'SETTLING'])
        expect(new Set(renewed.map(({ claim }) => claim)).size).toBe(3)
      },
      { first, step: 3 },
    )

    expect(points).toBeGreaterThan(20)
  },
)

/** A worker that renews several subscriptions at the same time. */
const renewAtOnce = async (world: World, life: ProcessLife): Promise<void> => {
  const billing = world.serveMany(life)
  await processDueSubscriptions(billing, { concurrency: 9, isClockMoving: false }).catch(ignoreCrash)
}

test('a server that was frozen while another one took over its work changes nothing afterwards', async () => {
  const world = await openWorld(billing(), chanceOf(1), { faultOf: () => 'answer lost' })
  const shop = await openShop(world, '4242424242424242')
  const request = await merchantCharge(world, shop)
  world.stage.begin(() => sendUntilAnswered(world, request, { ...tries(unharmed()), max: 1 }))
  await playAndWatch(world)
  const database = world.billing.database
  const findAttempt = () =>
    acrossOrganizations(database, 'operator').selectFrom('attempts').selectAll().executeTakeFirstOrThrow()
  const { id, paymentId, fence } = await findAttempt()
  const mute = { ...world.processor, lookUp: () => Promise.reject(new Error('503')) }
  await completeAttempts({ ...world.billing, processors: processorsById(mute) }, { aheadSeconds: 1e9 })
  const taken = await findAttempt()

  for (const kind of ['failed', 'unknown'] as const) {
    await write(database, world.organization.id, (work) =>
      finishAttempt(world.billing, work, { paymentId, attemptId: id, fence }, { kind, message: 'Nobody knows.' }),
    )
  }

  const { payments } = await readBooks(database, world.organization.id)
  expect(payments).toMatchObject([{ status: 'PENDING' }])
  expect(taken.fence).toBe(fence + 1)
  expect(await findAttempt()).toEqual(taken)
})
