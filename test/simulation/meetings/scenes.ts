import { randomUUID } from 'node:crypto'
import { Problem, type SessionMembers } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { createDiscount } from '#server/billing/discounts/create-discount.ts'
import { openSession } from '#server/billing/sessions/open-session.ts'
import type { PaymentBody } from '#server/billing/charge-input/charge-draft.ts'
import { readCheckout } from '#server/billing/checkout/read-checkout.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import type { Organization } from '#server/organization/organization.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { makeOrganization } from '../clean-slate.ts'
import { sealCardWith } from '../seal-card.ts'
import { aCustomer, merchantCall } from '../shop.ts'
import { saveScene } from './saved-scenes.ts'
import {
  cancelNow,
  changeForFree,
  dayMillis,
  declinedCard,
  expireSubscription,
  grantSceneCredit,
  monthLater,
  payForChange,
  type SceneServices,
  schedulePlan,
  setCard,
  setClock,
  startsAt,
  subscribe,
} from './scene-acts.ts'
import { makePlans, type Plans } from './scene-plans.ts'

/**
 * The situations in which verbs meet: in a paid month (also with credit); when the next month is due (also with a scheduled plan change);
 * a day after its charge was declined; when one subscription of a customer is due while another is retried; after a cancellation in a paid
 * month; when a cancelled subscription has run out and its card is declined; when a shopper known by an e-mail address alone has several
 * tabs open; and during the withdrawal period of a plan change (also when the next month is due). The settlement of the first payment is
 * still open.
 */
export const sceneNames = [
  'running',
  'due',
  'past_due',
  'both',
  'away',
  'ended',
  'tabs',
  'credited',
  'scheduled',
  'changed',
  'changed_due',
] as const
/** The name of a scene. */
export type SceneName = (typeof sceneNames)[number]

/**
 * The stored test card for each time of capture. With `beside_trouble`, charges are captured immediately, and the scene has a second
 * customer, whose work always fails (see {@link Scene.troubled}).
 */
export const cards = {
  at_once: '4242424242424242',
  later: '4000000000007775',
  beside_trouble: '4242424242424242',
} as const
/** When charges of the stored card are captured. */
export type Capture = keyof typeof cards

/** A checkout that a shopper has read, with a card sealed for it. */
export interface CheckoutReadyToPay {
  readonly sessionId: string
  readonly body: PaymentBody
}

/** The contents of a scene. If a thing can be used only once, the scene has one for each of the two verbs. */
export interface Scene {
  readonly name: SceneName
  readonly capture: Capture
  /** The name under which {@link setScene} restores the scene. */
  readonly savedAs: string
  readonly organization: Organization
  readonly customerId: string
  readonly subscriptionId: string
  readonly firstPaymentId: string
  /**
   * A customer whose work is always due first and always fails: the processor rejects every query about the payment, and the subscription's
   * row cannot be changed. Other customers' work must not wait because of that.
   */
  readonly troubled: Troubled | undefined
  readonly plans: Plans
  /** Checkouts of upgrades. Here and in the lists below, an element is null if its checkout cannot be opened or the scene needs none. */
  readonly upgrades: readonly (CheckoutReadyToPay | null)[]
  readonly downgrades: readonly (CheckoutReadyToPay | null)[]
  readonly recoveries: readonly (CheckoutReadyToPay | null)[]
  /** Checkouts that reactivate a cancelled subscription while its period runs. */
  readonly returns: readonly (CheckoutReadyToPay | null)[]
  /** Checkouts of one plan in several tabs of one shopper, who is known by an e-mail address. */
  readonly purchases: readonly (CheckoutReadyToPay | null)[]
  /** Checkouts of three units of the subscription's plan. */
  readonly seats: readonly (CheckoutReadyToPay | null)[]
  /** Checkouts of two shoppers with a discount that can be redeemed once. */
  readonly discounted: readonly (CheckoutReadyToPay | null)[]
  /** References of payments for the same plan by the same shopper, who has not approved them on the wallet's page yet. */
  readonly approvals: readonly string[]
}

interface Troubled {
  readonly customerId: string
  readonly subscriptionId: string
  readonly paymentId: string
  readonly transactionId: string
}

/** Prepares every scene in a migrated database without rows, and saves each there. */
export const prepareScenes = async (billing: Billing): Promise<readonly Scene[]> => {
  const { database } = billing
  const organization = await makeOrganization(database, { three_d_secure: 'never' }, startsAt)
  const world = { billing, organization, processor: billing.processors.defaultProcessor }
  await setClock(billing, startsAt)
  const plans = await makePlans(world)
  await saveScene(database, 'empty')
  const scenes: Scene[] = []
  for (const capture of Object.keys(cards) as Capture[]) {
    for (const name of capture === 'beside_trouble' ? (['due'] as const) : sceneNames) {
      await sql`select scene_empty.set()`.execute(database)
      scenes.push(await prepareScene(world, plans, name, capture))
    }
  }
  for (const { troubled } of scenes) if (troubled) await keepFromChanging(billing, troubled)
  return scenes
}

/** Makes every later change of the troubled customer's subscription fail. */
const keepFromChanging = async ({ database }: Billing, { subscriptionId }: Troubled): Promise<void> => {
  await sql`create function keep_from_changing() returns trigger language plpgsql
    as $$ begin raise exception 'This row cannot be changed.'; end $$`.execute(database)
  await sql`create trigger keep_from_changing before update on subscriptions for each row
    when (old.id = ${sql.lit(subscriptionId)}) execute function keep_from_changing()`.execute(database)
}

const prepareScene = async (world: SceneServices, plans: Plans, name: SceneName, capture: Capture): Promise<Scene> => {
  const { billing } = world
  const savedAs = `${name}_${capture}`
  const troubled = capture === 'beside_trouble' ? await aTroubledCustomer(world, plans) : undefined
  const customerId = await aCustomer(world, cards.at_once)
  const first = await subscribe(world, customerId, plans.basic)
  if (inMidMonth.has(name)) await setClock(billing, startsAt + 15 * dayMillis)
  if (name === 'scheduled') await schedulePlan(world, first.subscription!.id, plans.second)
  if (name === 'due' || name === 'scheduled') await setClock(billing, monthLater)
  if (name === 'changed') await payForChange(world, first.subscription!.id, { customerId, planId: plans.second })
  if (name === 'changed_due') await changeForFree(world, first.subscription!.id, plans.cheap)
  if (name === 'past_due' || name === 'both') {
    await setCard(billing, declinedCard)
    await setClock(billing, monthLater)
    await processDueSubscriptions(billing, { concurrency: 1, isClockMoving: false })
  }
  await setCard(billing, cards[capture])
  if (name === 'both') {
    await setClock(billing, startsAt + dayMillis)
    await subscribe(world, customerId, plans.second)
  }
  if (name === 'past_due' || name === 'both') await setClock(billing, monthLater + dayMillis)
  if (name === 'away') await cancelNow(world, first.subscription!.id)
  if (name === 'ended') await expireSubscription(world, first.subscription!.id)
  if (name === 'credited') await grantSceneCredit(world, customerId)
  const named = { customer: { id: customerId }, subscription: { id: first.subscription!.id } }
  const visits = async (members: SessionMembers) => [await visit(world, members), await visit(world, members)]
  const scene: Scene = {
    name,
    capture,
    savedAs,
    organization: world.organization,
    customerId,
    subscriptionId: first.subscription!.id,
    firstPaymentId: first.id,
    troubled,
    plans,
    upgrades: await visits({ ...named, plan: { id: plans.dear } }),
    downgrades: await visits({ ...named, plan: { id: plans.cheap } }),
    recoveries: name === 'past_due' || name === 'both' ? await visits(named) : [null, null],
    returns: name === 'away' ? await visits(named) : [null, null],
    purchases: name === 'tabs' ? await visits(sameShopper(plans)) : [null, null],
    seats: await visits({ ...named, plan: { id: plans.basic, quantity: 3 } }),
    discounted: name === 'tabs' ? await visitsOfDiscount(world, plans) : [null, null],
    approvals: name === 'tabs' ? [await beSentToWallet(world, plans), await beSentToWallet(world, plans)] : [],
  }
  await saveScene(billing.database, savedAs)
  return scene
}

const inMidMonth: ReadonlySet<SceneName> = new Set(['running', 'tabs', 'away', 'credited'])

const sameShopper = ({ second }: Plans): SessionMembers => ({
  customer: { email: 'nia@example.com' },
  plan: { id: second },
})

/** Checkouts of two shoppers who want the only redemption of a discount. */
const visitsOfDiscount = async (
  world: SceneServices,
  { second }: Plans,
): Promise<readonly (CheckoutReadyToPay | null)[]> => {
  const { id } = await createDiscount(world.billing, merchantCall(world), {
    name: 'Spring',
    percent_off: 50,
    duration: 'once',
    max_redemptions: 1,
  })
  const of = (email: string) => visit(world, { customer: { email }, plan: { id: second }, discount: { id } })
  return [await of('ada@example.com'), await of('ben@example.com')]
}

/** Lets a shopper choose a wallet in which the shopper must approve. Returns the payment's reference. */
const beSentToWallet = async (world: SceneServices, plans: Plans): Promise<string> => {
  const { sessionId, body } = (await visit(world, sameShopper(plans)))!
  const call: CallerContext = { ...merchantCall(world), principal: { kind: 'widget', sessionId } }
  const { id } = await charge(world.billing, call, { ...body, payment_method: { type: 'PAYPAL' } })
  const { processorKey } = await acrossOrganizations(world.billing.database, 'operator')
    .selectFrom('attempts')
    .select('processorKey')
    .where('paymentId', '=', id)
    .executeTakeFirstOrThrow()
  return processorKey
}

const aTroubledCustomer = async (world: SceneServices, plans: Plans): Promise<Troubled> => {
  await setClock(world.billing, startsAt - 3_600_000)
  const customerId = await aCustomer(world, cards.at_once)
  const payment = await subscribe(world, customerId, plans.basic)
  await setClock(world.billing, startsAt)
  return {
    customerId,
    subscriptionId: payment.subscription!.id,
    paymentId: payment.id,
    transactionId: payment.payment_details!.processor_transaction_id!,
  }
}

/** Lets a shopper open a checkout, read it and type a card. Returns null if the checkout cannot be opened. */
const visit = async (world: SceneServices, members: SessionMembers): Promise<CheckoutReadyToPay | null> => {
  const { billing } = world
  try {
    const { id: sessionId } = await openSession(billing, merchantCall(world), members)
    const seen = await readCheckout(billing, {
      sessionId,
      locale: undefined,
      acceptLanguage: undefined,
      admit: (_, show) => show(),
    })
    const jwk = await billing.cardKeys.publicJwk(billing.wallClock())
    const card = { number: cards.at_once, cvc: '123', name: randomUUID() }
    const encrypted = await sealCardWith({ ...jwk }, sessionId, card, Date.parse(billing.wallClock()))
    const { quote, locale, consent, now } = seen
    return {
      sessionId,
      body: {
        payment_method: { type: 'CARD', details: { encrypted } },
        expected: { amount: quote!.due_now.amount, currency: quote!.due_now.currency, quote: quote!.hash },
        consent: { text: 'I agree.', locale, version: consent.version, at: now.wall },
        store: true,
      },
    }
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
