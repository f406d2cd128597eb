import type { Answer } from '../../support/services/running-service.ts'
import { aBuyer, aMonthlyPlan, sealCard, shopperOf } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import type { Provocations } from './provocation-types.ts'
import type { ShopWithTrouble } from './shop-with-trouble.ts'

const charge = ({ send }: ShopWithTrouble, body: object): Promise<Answer> => send('POST', '/payments', body)

const refund = ({ send }: ShopWithTrouble, id: string, body: object = {}): Promise<Answer> =>
  send('POST', `/payments/refund/${id}`, body)

const decliningCards = [
  '4000000000000002',
  '4000000000009995',
  '4000000000009987',
  '4000000000000069',
  '4000000000000127',
] as const

/** Every error code that an operation of payments lists as its own, with a request that gets it. */
export const paymentProvocations = {
  createPayment: {
    not_found: (shop) => charge(shop, { customer: { id: 'nobody' }, plan: { id: shop.plan.id } }),
    plan_archived: async (shop) =>
      charge(shop, { customer: { id: (await shop.active()).customerId }, plan: { id: shop.archived.id } }),
    discount_invalid: async (shop) => {
      const { customerId } = await shop.active()
      return charge(shop, { customer: { id: customerId }, plan: { id: shop.dearer.id }, discount: { code: 'NOBODY' } })
    },
    payment_method_required: async (shop) => {
      const { body: customer } = await shop.send('POST', '/customers', {})
      return charge(shop, { customer: { id: customer.id }, plan: { id: shop.plan.id } })
    },
    card_token_invalid: async (shop) => {
      const sessionId = await shop.openSession({})
      return charge(shop, {
        customer: { id: (await shop.active()).customerId },
        plan: { id: shop.plan.id },
        payment_method: { type: 'CARD', details: { encrypted: await sealCard(shop.service, sessionId) } },
      })
    },
    connection_changed: async (shop) => {
      const shopper = await aBuyer(shop.service, shop.plan.id)
      const details = { processor_token: 'token', connection: 'con_elsewhere' }
      return shopper.pay({}, { payment_method: { type: 'CARD', details } })
    },
    amount_below_minimum: async (shop) => charge(shop, await changeOf(shop, shop.barelyDearer)),
    amount_not_representable: async (shop) => {
      const { customerId, key } = await shop.sentElsewhere()
      const { body: plan } = await shop.send('POST', '/plans', shop.betweenSteps, key)
      return shop.send('POST', '/payments', { customer: { id: customerId }, plan: { id: plan.id } }, key)
    },
    currency_mismatch: async (shop) => charge(shop, await changeOf(shop, shop.inYen)),
    amount_changed: async (shop) =>
      charge(shop, { ...(await changeOf(shop, shop.dearer)), expected: { amount: 5, currency: 'EUR' } }),
    already_subscribed: async (shop) => {
      const { customerId, planId } = await shop.active()
      return charge(shop, { customer: { id: customerId }, plan: { id: planId } })
    },
    subscription_not_changeable: async (shop) => {
      const { id, customerId } = await shop.active()
      return charge(shop, { customer: { id: customerId }, subscription: { id, status: 'past_due' } })
    },
    payment_in_progress: async (shop) => {
      const { id, customerId } = await shop.changing()
      return charge(shop, {
        customer: { id: customerId },
        subscription: { id },
        plan: { id: shop.dearer.id },
      })
    },
    address_required: async (shop) => {
      const { key } = await shop.service.addOrganization('Taxed', {
        tax_registrations: [{ country: 'US', region: 'CA', behavior: 'exclusive' }],
      })
      const plan = await shop.send(
        'POST',
        '/plans',
        { name: 'Taxed', type: 'one-off', price: { default: { amount: 999, currency: 'USD' }, countries: [] } },
        key,
      )
      const members = { customer: { email: 'us@example.com', country: 'US' }, plan: { id: plan.body.id } }
      const session = await shop.send('POST', '/client-session', members, key)
      return shopperOf(shop.service, session.body.id).pay()
    },
    session_completed: async (shop) => {
      const shopper = await shop.newShopper()
      const seen = await shopper.look()
      await shopper.payAsSeen(seen)
      return shopper.payAsSeen(seen)
    },
    session_expired: async (shop) => {
      const { shopper, seen } = await shop.expired()
      return shopper.payAsSeen(seen)
    },
    too_many_attempts: async (shop) => {
      const shopper = await shop.newShopper()
      for (const number of decliningCards) await shopper.pay({ number })
      return shopper.pay()
    },
  },
  refundPayment: {
    not_found: (shop) => refund(shop, 'nobody'),
    payment_not_refundable: async (shop) => {
      const { body: declined } = await (await shop.newShopper()).pay({ number: '4000000000000002' })
      return refund(shop, declined.id)
    },
    refund_exceeds_captured: async (shop) => {
      const [payment] = await (await shop.active()).payments()
      return refund(shop, payment.id, { amount: 1_000_000 })
    },
    amount_not_representable: async (shop) => {
      const price = { default: { amount: 5120, currency: 'LYD' }, countries: [] }
      const { paymentId } = await aSubscriber(shop.service, aMonthlyPlan({ price }))
      return refund(shop, paymentId, { amount: 1001 })
    },
    payment_in_progress: async (shop) => refund(shop, (await shop.changing()).paymentId),
  },
  findPayment: { not_found: ({ send }) => send('GET', '/payments/nobody') },
  findPayments: {},
} as const satisfies Readonly<Record<string, Provocations>>

const changeOf = async (shop: ShopWithTrouble, plan: { readonly id: string }): Promise<object> => {
  const { id, customerId } = await shop.active()
  return { customer: { id: customerId }, subscription: { id }, plan: { id: plan.id } }
}
