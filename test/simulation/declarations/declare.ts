import { addInterval, isAuthorizedOrCaptured } from '@billing-checkout/domain'
import { sql } from 'kysely'
import {
  declarationWork,
  type DeclarationBody,
  receiveDeclaration,
} from '#server/billing/declarations/receive-declaration.ts'
import { storeDeclaration } from '#server/billing/declarations/store-declaration.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { checkoutPayment, drawnLife, sendUntilAnswered } from '../client.ts'
import { confirmPayments } from '../confirm-payments.ts'
import { type ProcessLife, ignoreCrash, processLifeEndingAt } from '../life.ts'
import { merchantCall, openClientSession, type Shop } from '../shop.ts'
import type { Story } from '../stories.ts'
import { renewSubscriptions } from '../subscriptions.ts'
import type { World } from '../world.ts'

/**
 * A consumer cancels or withdraws without signing in, on a page of ours or of the merchant, at a random time and with random content,
 * perhaps more than once. Then months pass in which an ended subscription must not be charged.
 */
export const declareStory: Story = async (world, shop, key) => {
  const { chance, stage } = world
  if (chance.happens(0.6)) {
    await buy(world, shop, key)
    world.clock.moveBillingClock(86_400 * chance.pick([0, 1, 5, 12]))
  } else {
    await stage.turn(chance.pick([20, 60, 100, 130]))
    for (let looks = 0; looks < 4 && !(await hasPaidPayment(world)); looks++) await stage.turn(40)
    world.clock.moveBillingClock(86_400 * chance.pick([0, 0, 3, 10, 31]))
  }
  for (let times = 1 + chance.below(2); times > 0; times--) {
    const body = await drawDeclaration(world)
    const declare = chance.happens(0.5) ? declareOnPage : declareByMerchant
    stage.begin(() => declare(world, body, `${key}_${times}`), chance.pick([0, 0, 1, 70]))
  }
  for (let months = chance.below(4); months > 0; months--) {
    await stage.turn(chance.pick([60, 100]))
    world.clock.moveBillingClock(86_400 * chance.pick([5, 20, 31]))
    await renewSubscriptions(world, drawnLife(world, 0.2))
  }
}

/** Buys in a country whose law lets consumers withdraw. */
const buy = async (world: World, { shopperPlanIds, monthlyPlanId }: Shop, key: string): Promise<void> => {
  const { chance, played } = world
  const customer = { email: 'nia@example.com', country: chance.pick(['DE', 'FR'] as const) }
  const sessionId = await openClientSession(world, chance.pick([monthlyPlanId, ...shopperPlanIds]), customer)
  const payment = await checkoutPayment(world, sessionId, played.chooseMeans(), key)
  await sendUntilAnswered(world, payment, { max: 5, lifeOf: () => drawnLife(world, 0.2), skewSeconds: 0 })
  await confirmPayments(world, sessionId)
}

const hasPaidPayment = async (world: World): Promise<boolean> =>
  (await world.readBooks()).payments.some(({ status }) => isAuthorizedOrCaptured(status))

const drawDeclaration = async (world: World): Promise<DeclarationBody> => {
  const { chance } = world
  const kind = chance.pick(['cancel', 'withdraw', 'withdraw'] as const)
  const now = new Date(world.clock.billingNow()).toISOString()
  const inDays = chance.pick([null, null, -5, 10, 40, 75])
  const { payments } = await world.readBooks()
  const named = chance.happens(0.5) && payments.length > 0 ? chance.pick(payments) : undefined
  return {
    kind,
    email: chance.pick(['mina@example.com', 'Nia@Example.com', 'nia@example.com']),
    ...(named && { contract: chance.pick([named.id, named.subscription ?? named.id]) }),
    ...(kind === 'cancel' && inDays !== null && { requested_end_at: addInterval(now, 'days', inDays) }),
    ...(kind === 'cancel' && chance.happens(0.1) && { for_cause: true }),
  }
}

const declareByMerchant = (world: World, body: DeclarationBody): Promise<void> =>
  untilDone(world, (life) => receiveDeclaration(world.serve(life, 0), merchantCall(world), body))

/** Declares on our page, which stores the declaration; then a worker applies it. */
const declareOnPage = async (world: World, body: DeclarationBody, form: string): Promise<void> => {
  const from = { address: '203.0.113.9', requestId: 'req_page' }
  await untilDone(world, (life) =>
    storeDeclaration(world.serve(life, 0), world.organization, { body, form, locale: 'en' }, from),
  )
  do {
    await untilDone(world, (life) => runWork(world.serve(life, 0), declarationWork))
    await world.stage.turn(1 + world.chance.below(90))
  } while (await hasDueDeclaration(world))
  world.note('a declaration by a page was acted on')
}

/** Repeats `act` until it is done. Servers may end during earlier tries, but not during the last. */
const untilDone = async (world: World, act: (life: ProcessLife) => Promise<unknown>): Promise<void> => {
  for (let tries = 4; tries >= 0; tries--) {
    const life = tries > 0 ? drawnLife(world, 0.35) : processLifeEndingAt(Infinity)
    try {
      await act(life)
      life.pass()
      return
    } catch (error) {
      ignoreCrash(error)
      await world.stage.turn(1)
    }
  }
}

const hasDueDeclaration = async ({ billing, organization }: World): Promise<boolean> => {
  const { rows } =
    await sql`select from declarations where organization_id = ${organization.id} and due_at is not null`.execute(
      billing.database,
    )
  return rows.length > 0
}
