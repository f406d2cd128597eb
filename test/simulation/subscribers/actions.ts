import type { SessionMembers } from '@billing-checkout/contract'
import { changeSubscription } from '#server/billing/charge/change-subscription.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { detachMethod } from '#server/billing/customers/detach-method.ts'
import type { PaymentBody } from '#server/billing/charge-input/charge-draft.ts'
import { refund } from '#server/billing/charge/refund.ts'
import type { Cause } from './cause.ts'
import { checkOut, checkOutPlan } from './check-out.ts'
import { buyWithCredit, leaveWithCredit } from './credit-actions.ts'
import { modes } from './expected-changes.ts'
import { roundUpToStep } from './naive-amounts.ts'
import { fallSilent, refundAtProcessor, changeBankAnswers } from './processor-actions.ts'
import type { Action, Scene } from './scene.ts'
import { type SubscriberRequest, sendUntilDone } from './send.ts'
import { choosePlanQuantity, choosePlanFor, chooseDiscount } from './wanted.ts'

/** Any subscription; subscriptions with credit or a surcharge are picked more often. */
const pickSubscription = ({ written: { subscriptions }, world: { chance } }: Scene) => {
  if (subscriptions.length === 0) return undefined
  const balanced = subscriptions.filter(({ balance }) => balance !== 0)
  return chance.pick(balanced.length > 0 && chance.happens(0.5) ? balanced : subscriptions)
}

/** A customer subscribes: at the checkout with a typed card, or by the merchant's charge of a stored card. */
export const subscribe: Action = async (scene, key) => {
  const { world, plans, customers } = scene
  const again = world.chance.happens(0.5) ? scene.written.payments.find(({ purpose }) => purpose === 'subscribe') : null
  const plan = plans.find(({ id }) => id === again?.plan) ?? world.chance.pick(plans)
  const customer = { id: again?.customer ?? world.chance.pick(customers) }
  const wanted = choosePlanQuantity(scene, plan.id)
  const discount = chooseDiscount(scene)
  const sale = { customer, plan: wanted, ...(discount !== null && { discount: { id: discount } }) }
  const { quantity } = wanted
  if (world.chance.happens(0.5)) {
    const cause = { kind: 'subscribe', trial: 'once', quantity, discount } as const
    return sendUntilDone(scene, { cause, key, ask: (billing, call) => charge(billing, call, sale) })
  }
  const members: SessionMembers = { ...sale, options: { trial: 'always' } }
  return checkOut(scene, members, key, () => ({ kind: 'subscribe', trial: 'always', quantity, discount }))
}

/** The merchant requests a status, another plan, or both. */
const askFor: Action = async (scene, key) => {
  const { chance } = scene.world
  const it = pickSubscription(scene)
  if (it === undefined) return
  const plan = chance.happens(0.4) ? choosePlanFor(scene, it) : null
  const statuses = ['cancelled', 'scheduled_for_cancellation', 'active', 'active'] as const
  const status = plan === null || chance.happens(0.2) ? chance.pick(statuses) : null
  await sendUntilDone(scene, {
    cause: { kind: 'ask', subscription: it.id, status, plan },
    key,
    ask: (billing, call) =>
      changeSubscription(billing, call, it.id, {
        plan: plan ?? undefined,
        status: status ?? undefined,
      }),
  })
}

/** Schedules a continuing subscription to end when its paid period ends. */
const scheduleEnd: Action = async (scene, key) => {
  const living = scene.written.subscriptions.filter(({ status }) => status === 'active' || status === 'trial')
  if (living.length === 0) return
  const { id } = scene.world.chance.pick(living)
  const status = 'scheduled_for_cancellation' as const
  await sendUntilDone(scene, {
    cause: { kind: 'ask', subscription: id, status, plan: null },
    key,
    ask: (billing, call) => changeSubscription(billing, call, id, { status }),
  })
}

/** The merchant schedules a change for the end of the period, or revokes a scheduled change. */
const scheduleChange: Action = async (scene, key) => {
  const { chance } = scene.world
  const it = pickSubscription(scene)
  if (it === undefined) return
  if (it.scheduled !== null && chance.happens(0.4)) {
    const ask: SubscriberRequest['ask'] = (billing, call) =>
      changeSubscription(billing, call, it.id, { undoesScheduled: true })
    return sendUntilDone(scene, { cause: { kind: 'undo', subscription: it.id }, key, ask })
  }
  const plan = choosePlanFor(scene, it)
  const asked = { plan: plan.id, quantity: plan.quantity, quotedAt: 0, quotedUntil: 0 }
  await sendUntilDone(scene, {
    cause: { kind: 'change', subscription: it.id, mode: 'at_period_end', ...asked },
    key,
    ask: (billing, call) => changeSubscription(billing, call, it.id, { plan, atPeriodEnd: true }),
  })
}

/** Ends a subscription while its renewal is in flight: immediately, or at the end of its period. */
const endMidway: Action = async (scene, key) => {
  const { chance } = scene.world
  const renewing = () =>
    scene.written.payments.find(({ purpose, status }) => purpose === 'renew' && status === 'PENDING')?.subscription
  for (let looks = 0; looks < 12 && renewing() === undefined; looks++) await scene.world.stage.turn()
  const id = renewing()
  if (id == null) return
  const status = chance.pick(['cancelled', 'scheduled_for_cancellation'] as const)
  await sendUntilDone(scene, {
    cause: { kind: 'ask', subscription: id, status, plan: null },
    key,
    ask: (billing, call) => changeSubscription(billing, call, id, { status }),
  })
}

/** The merchant charges a stored method: for another plan immediately, or, without a plan, to recover the subscription. */
const chargeStored: Action = async (scene, key) => {
  const it = pickSubscription(scene)
  if (it === undefined) return
  const plan = scene.world.chance.happens(0.6) ? choosePlanFor(scene, it) : undefined
  const body: PaymentBody = {
    customer: { id: it.customer },
    subscription: { id: it.id },
    ...(plan && { plan }),
  }
  const cause: Cause = plan === undefined ? { kind: 'other' } : { kind: 'charge', quantity: plan.quantity }
  await sendUntilDone(scene, { cause, key, ask: (billing, call) => charge(billing, call, body) })
}

/** The shopper opens a checkout for another plan in a random mode, or for what the subscription's status offers. */
const visitCheckout: Action = async (scene, key) => {
  const { chance } = scene.world
  const it = pickSubscription(scene)
  if (it === undefined) return
  const plan = chance.happens(0.7) ? choosePlanFor(scene, it) : null
  await checkOutPlan(scene, it, { plan, mode: chance.pick(modes) }, key)
}

/** A customer changes twice: the first change leaves credit or a surcharge, which the second change must take into account. */
const changeTwice: Action = async (scene, key) => {
  const { chance } = scene.world
  const living = scene.written.subscriptions.filter(({ status }) => status === 'active')
  if (living.length === 0) return
  const it = chance.pick(living)
  const others = scene.plans.filter(({ id, currency }) => id !== it.plan && currency === scene.plans[0]!.currency)
  const first = chance.pick(others).id
  const plan = choosePlanQuantity(scene, first)
  await checkOutPlan(scene, it, { plan, mode: 'prorated_next_billing_period' }, `${key}_first`)
  const second = chance.pick(others.filter(({ id }) => id !== first)).id
  const mode = chance.pick(['full_immediately', 'full_immediately', 'prorated_immediately'] as const)
  await checkOutPlan(scene, it, { plan: choosePlanQuantity(scene, second), mode }, `${key}_second`)
}

/** Sends back all or a part of one of the latest payments. */
const sendRefund: Action = async (scene, key) => {
  const paid = scene.written.payments.filter(({ status, amount }) => status.startsWith('SETTL') && amount > 0).slice(-3)
  if (paid.length === 0) return
  const { chance } = scene.world
  const { id, amount, currency } = chance.pick(paid)
  const part = chance.happens(0.4) ? amount : roundUpToStep(1 + chance.below(amount), currency)
  const ask: SubscriberRequest['ask'] = (billing, call) => refund(billing, call, id, { amount: part })
  await sendUntilDone(scene, { cause: { kind: 'other' }, key, ask })
}

/** The merchant cancels a subscription, refunds some or all of its period's payment, and then reactivates the subscription. */
const regret: Action = async (scene, key) => {
  const { chance } = scene.world
  const paid = scene.written.payments.filter(({ status, amount }) => status.startsWith('SETTL') && amount > 0)
  const regretted = scene.written.subscriptions.filter(
    ({ status, paidBy }) => status === 'active' && paid.some(({ id }) => id === paidBy),
  )
  if (regretted.length === 0) return
  const { id, paidBy } = chance.pick(regretted)
  const { amount, currency } = paid.find((payment) => payment.id === paidBy)!
  const become = (status: 'cancelled' | 'active') =>
    sendUntilDone(scene, {
      cause: { kind: 'ask', subscription: id, status, plan: null },
      key: `${key}_${status}`,
      ask: (billing, call) => changeSubscription(billing, call, id, { status }),
    })
  await become('cancelled')
  await sendUntilDone(scene, {
    cause: { kind: 'other' },
    key: `${key}_back`,
    ask: (billing, call) =>
      refund(billing, call, paidBy!, { amount: roundUpToStep(1 + chance.below(amount), currency) }),
  })
  await become('active')
}

/** Detaches a stored method. */
const detach: Action = async (scene, key) => {
  const methods = scene.written.subscriptions.flatMap(({ method }) => method ?? [])
  if (methods.length === 0) return
  const id = scene.world.chance.pick(methods)
  const cause = { kind: 'detach', method: id } as const
  await sendUntilDone(scene, { cause, key, ask: (billing, call) => detachMethod(billing, call, id) })
}

/** All actions; common ones are listed more often. */
export const actions: readonly Action[] = [
  subscribe,
  askFor,
  askFor,
  askFor,
  chargeStored,
  chargeStored,
  visitCheckout,
  visitCheckout,
  visitCheckout,
  changeTwice,
  changeTwice,
  sendRefund,
  changeBankAnswers,
  changeBankAnswers,
  detach,
  refundAtProcessor,
  refundAtProcessor,
  fallSilent,
  regret,
  subscribe,
  scheduleEnd,
  scheduleEnd,
  endMidway,
  endMidway,
  leaveWithCredit,
  leaveWithCredit,
  leaveWithCredit,
  buyWithCredit,
  buyWithCredit,
  scheduleChange,
  scheduleChange,
  scheduleChange,
]
