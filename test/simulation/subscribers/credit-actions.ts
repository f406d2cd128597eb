import { changeSubscription } from '#server/billing/charge/change-subscription.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { refund } from '#server/billing/charge/refund.ts'
import { checkOutPlan } from './check-out.ts'
import { roundUpToStep } from './naive-amounts.ts'
import type { Action, Scene } from './scene.ts'
import { sendUntilDone } from './send.ts'
import { choosePlanQuantity, chooseDiscount } from './wanted.ts'

/** A customer changes to a cheaper plan, then cancels. Usually a part of the payment for the running period is also refunded. */
export const leaveWithCredit: Action = async (scene, key) => {
  const { chance } = scene.world
  const living = scene.written.subscriptions.filter(({ status }) => status === 'active')
  if (living.length === 0) return
  const it = chance.pick(living)
  const { currency } = scene.plans.find(({ id }) => id === it.plan)!
  const cheaper = scene.plans.filter((plan) => plan.currency === currency && plan.price < it.price)
  const mode = chance.happens(0.25) ? 'prorated_immediately' : 'prorated_next_billing_period'
  if (cheaper.length > 0) {
    const { id, quantity } = chance.pick(cheaper)
    await checkOutPlan(scene, it, { plan: { id, quantity }, mode }, `${key}_down`)
  }
  await become(scene, it.id, 'cancelled', `${key}_end`)
  // After this refund, reactivating is no longer free, so the credit moves before the period ends.
  if (it.paidBy !== null && chance.happens(0.8)) await refundPart(scene, it.paidBy, 0.2, `${key}_back`)
}

/** A customer with credit buys again or returns. Sometimes some or all of the payment from which the credit comes is then refunded. */
export const buyWithCredit: Action = async (scene, key) => {
  const { chance } = scene.world
  const credits = scene.written.credits.filter(({ left }) => left > 0)
  if (credits.length === 0) return
  const { customer, currency, source } = chance.pick(credits)
  const ended = scene.written.subscriptions.filter((it) => it.customer === customer && it.status === 'cancelled')
  if (ended.length > 0 && chance.happens(0.4)) await become(scene, chance.pick(ended).id, 'active', `${key}_return`)
  else {
    const plan = choosePlanQuantity(scene, chance.pick(scene.plans.filter((each) => each.currency === currency)).id)
    const discount = chooseDiscount(scene)
    const sale = { customer: { id: customer }, plan, ...(discount !== null && { discount: { id: discount } }) }
    await sendUntilDone(scene, {
      cause: { kind: 'subscribe', trial: 'once', quantity: plan.quantity, discount },
      key: `${key}_buy`,
      ask: (billing, call) => charge(billing, call, sale),
    })
  }
  if (chance.happens(0.5)) await refundPart(scene, source.id, 1, `${key}_back`)
}

const become = (scene: Scene, subscription: string, status: 'cancelled' | 'active', key: string): Promise<void> =>
  sendUntilDone(scene, {
    cause: { kind: 'ask', subscription, status, plan: null },
    key,
    ask: (billing, call) => changeSubscription(billing, call, subscription, { status }),
  })

/** Refunds at most a share of a payment. */
const refundPart = async (scene: Scene, payment: string, share: number, key: string): Promise<void> => {
  const paid = scene.written.payments.find(({ id, amount }) => id === payment && amount > 0)
  if (paid === undefined) return
  const amount = roundUpToStep(1 + scene.world.chance.below(Math.ceil(paid.amount * share)), paid.currency)
  await sendUntilDone(scene, {
    cause: { kind: 'other' },
    key,
    ask: (billing, call) => refund(billing, call, payment, { amount }),
  })
}
