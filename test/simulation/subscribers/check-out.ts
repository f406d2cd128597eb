import { type CheckoutPurpose, Problem, type SessionMembers } from '@billing-checkout/contract'
import { changeOwnSubscription } from '#server/billing/portal/change-own-subscription.ts'
import { openSession } from '#server/billing/sessions/open-session.ts'
import { readCheckout } from '#server/billing/checkout/read-checkout.ts'
import type { Principal } from '#server/organization/caller-context.ts'
import { checkoutPayment } from '../client.ts'
import { merchantCall } from '../shop.ts'
import type { Cause } from './cause.ts'
import type { Mode } from './expected-changes.ts'
import type { WrittenSubscription } from './history.ts'
import type { Scene } from './scene.ts'
import { type SubscriberRequest, sendUntilDone } from './send.ts'
import type { WantedPlan } from './wanted.ts'

/** The plan that a shopper wants at a checkout, and how the change is billed. */
interface WantedChange {
  /** Null if the shopper does only what the subscription's status offers, for example resumes it. */
  readonly plan: WantedPlan | null
  readonly mode: Mode
}

/** The shopper changes a subscription's plan at a checkout, or does what the subscription's status offers. */
export const checkOutPlan = async (
  scene: Scene,
  it: WrittenSubscription,
  { plan, mode }: WantedChange,
  key: string,
): Promise<void> => {
  const members: SessionMembers = {
    customer: { id: it.customer },
    subscription: { id: it.id, ...(plan === null ? {} : { proration_billing_mode: mode }) },
    ...(plan && { plan }),
  }
  await checkOut(scene, members, key, (purpose, { at, expires_at: until }) => {
    const quoted = { subscription: it.id, quotedAt: Date.parse(at), quotedUntil: Date.parse(until) }
    return plan === null || purpose !== 'change_plan'
      ? { kind: 'ask', status: 'active', plan: null, ...quoted }
      : { kind: 'change', plan: plan.id, quantity: plan.quantity, mode, ...quoted }
  })
}

const typedCards = [
  '4242424242424242',
  '4242424242424242',
  '5555555555554444',
  '4000000000000341',
  '4000000000000002',
  '4000000000006975',
  '4000000000006983',
  '4000000000008880',
  '4000000000007775',
  '4000000000006660',
  // Cards whose refunds are pending for a day, or fail after a day.
  '4000000000007726',
  '4000000000005126',
  // Cards that are disputed after a day; two weeks later the dispute is lost or won.
  '4000000000000259',
  '4000000000002685',
]

interface Quoted {
  readonly at: string
  readonly expires_at: string
}

/** Opens a checkout, waits a while, and then pays, or completes it without a payment if nothing is due. */
export const checkOut = async (
  scene: Scene,
  members: SessionMembers,
  key: string,
  causeOf: (purpose: CheckoutPurpose | null, quote: Quoted) => Cause,
): Promise<void> => {
  const { world } = scene
  const { chance, stage } = world
  const sessionId = await refusable(async () => (await openSession(world.billing, merchantCall(world), members)).id)
  if (sessionId === undefined) return
  const look = () =>
    readCheckout(world.billing, { sessionId, locale: undefined, acceptLanguage: undefined, admit: (_, show) => show() })
  if ((await refusable(look)) === undefined) return
  await stage.turn(chance.pick([1, 10, 60, 1500, 2400]))
  const seen = await refusable(look)
  if (seen?.quote == null || seen.phase !== 'open') return
  const { purpose, quote, locale, now } = seen
  const principal: Principal = { kind: 'widget', sessionId }
  const cause = causeOf(purpose, quote)
  if (purpose === 'resume' || (purpose === 'change_plan' && quote.due_now.amount === 0)) {
    const id = members.subscription!.id!
    const expected = { ...quote.due_now, quote: quote.hash }
    const asked =
      purpose === 'resume'
        ? { subscription: { id, status: 'active' as const } }
        : { subscription: { id }, plan: { id: members.plan!.id! }, expected }
    const consent = { text: 'I agree.', locale, version: seen.consent.version, at: now.wall }
    const ask: SubscriberRequest['ask'] = (billing, call) =>
      changeOwnSubscription(billing, call, sessionId, { ...asked, consent })
    return sendUntilDone(scene, { cause, principal, key, ask })
  }
  const { ask } = await checkoutPayment(world, sessionId, { number: chance.pick(typedCards) }, key)
  await sendUntilDone(scene, { cause, principal, key, ask })
}

const refusable = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
