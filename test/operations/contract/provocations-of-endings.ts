import type { Answer } from '../../support/services/running-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import type { Provocations, Provoke } from './provocation-types.ts'
import type { ShopWithTrouble } from './shop-with-trouble.ts'

const missing =
  (path: string): Provoke =>
  ({ send }) =>
    send('POST', path)

const subscribe = ({ send }: ShopWithTrouble, body: object, key?: string): Promise<Answer> =>
  send('POST', '/subscriptions', body, key)

const freeTrial = { trial_interval: 'days', trial_interval_count: 14 }

/** Every error code that an operation which begins, ends or recovers a subscription lists as its own, with a request that gets it. */
export const endingProvocations = {
  createSubscription: {
    not_found: (shop) => subscribe(shop, { customer: { id: 'nobody' }, plan: { id: shop.plan.id } }),
    plan_archived: async (shop) =>
      subscribe(shop, { customer: { id: (await shop.active()).customerId }, plan: { id: shop.archived.id } }),
    discount_invalid: async (shop) =>
      subscribe(shop, {
        customer: { id: (await shop.active()).customerId },
        plan: { id: shop.dearer.id },
        discount: { code: 'NOBODY' },
      }),
    payment_method_required: async (shop) =>
      subscribe(shop, { customer: { id: (await shop.active()).customerId }, plan: { id: shop.dearer.id } }),
    already_subscribed: async (shop) => {
      const { customerId, planId } = await shop.active()
      return subscribe(shop, { customer: { id: customerId }, plan: { id: planId } })
    },
    payment_in_progress: async (shop) =>
      subscribe(shop, { customer: { id: (await shop.changing()).customerId }, plan: { id: shop.dearer.id } }),
    address_required: async (shop) => {
      const { customerId, key } = await shop.withoutState()
      const plan = await shop.send('POST', '/plans', aMonthlyPlan({ name: 'Taxed trial', ...freeTrial }), key)
      return subscribe(shop, { customer: { id: customerId }, plan: { id: plan.body.id } }, key)
    },
  },
  cancelSubscription: {
    not_found: missing('/subscriptions/cancel/nobody'),
    payment_in_progress: async ({ send, changing }) => send('POST', `/subscriptions/cancel/${(await changing()).id}`),
  },
  scheduleCancellation: {
    not_found: missing('/subscriptions/schedule-cancel/nobody'),
    subscription_not_changeable: async ({ send, cancelled }) =>
      send('POST', `/subscriptions/schedule-cancel/${(await cancelled()).id}`),
    payment_in_progress: async ({ send, changing }) =>
      send('POST', `/subscriptions/schedule-cancel/${(await changing()).id}`),
  },
  createRecoveryLink: {
    not_found: missing('/subscriptions/nobody/recovery-link'),
    subscription_not_changeable: async ({ send, active }) =>
      send('POST', `/subscriptions/${(await active()).id}/recovery-link`),
  },
} satisfies Readonly<Record<string, Provocations>>

/** Previews a change at the end of the period of a subscription whose failed renewal will be tried again. */
export const previewWhileRenewing: Provoke = async ({ service, active, dearer, send }) => {
  const { id } = await active()
  const owe = (owedClaimId: string | null) =>
    service.database.db.updateTable('subscriptions').set({ owedClaimId }).where('id', '=', id).execute()
  await owe('claim_owed')
  const answer = await send('POST', '/subscriptions/preview', {
    subscription: { id, proration_billing_mode: 'at_period_end' },
    plan: { id: dearer.id },
  })
  await owe(null)
  return answer
}
