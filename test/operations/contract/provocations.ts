import type { OperationName } from '@billing-checkout/contract'
import { createApp } from '#server/http/app.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { routesOf } from '#server/operations/index.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import supertest from 'supertest'
import type { Answer, RunningService } from '../../support/services/running-service.ts'
import type { Provocations, Provoke } from './provocation-types.ts'
import { emailProvocations } from './provocations-of-emails.ts'
import { endingProvocations, previewWhileRenewing } from './provocations-of-endings.ts'
import { checkoutProvocations } from './provocations-of-checkouts.ts'
import { discountProvocations } from './provocations-of-discounts.ts'
import { linkProvocations } from './provocations-of-links.ts'
import { portalProvocations } from './provocations-of-the-portal.ts'
import { paymentProvocations } from './provocations-of-payments.ts'
import type { ShopWithTrouble } from './shop-with-trouble.ts'

const missing =
  (method: string, path: string, body?: object): Provoke =>
  ({ send }) =>
    send(method, path, body)

/** Requests an erasure with a key that is allowed to erase. */
const erasing = async (service: RunningService, id: string): Promise<Answer> =>
  service.send('DELETE', `/customers/${id}`, {
    key: await service.addKey(service.organizationId, { erasure: 'write' }),
  })

/** In live mode, the paths of the sandbox do not exist. */
const inLiveMode =
  (method: 'get' | 'post'): Provoke =>
  async ({ service }) => {
    const app = createApp({
      routes: routesOf({ ...service.billing, mode: 'live' }),
      publicRoutes: [],
      pages: [],
      database: service.database.db,
      mode: 'live',
      authenticate: () => Promise.reject(new Error('Nobody is asked who they are.')),
      rateLimiter: createRateLimiter('off'),
      wallClock: () => new Date().toISOString(),
      logger: pino({ enabled: false }),
      observe: () => {},
      trustedProxies: [],
    })
    const { status, body, headers } = await supertest(app)[method]('/sandbox/clock')
    return { status, body, headers: new Headers(headers) }
  }

const changeTo = (subscription: { readonly id: string }, plan: { readonly id: string }, mode?: string): object => ({
  subscription: { id: subscription.id, ...(mode && { proration_billing_mode: mode }) },
  plan: { id: plan.id },
})

/** Requests that are refused because of a session's members, when the session is opened and when it is changed. */
const refusedMembers = (send: (shop: ShopWithTrouble, members: object) => Promise<Answer>): Provocations => ({
  not_found: (shop) => send(shop, { plan: { id: 'nobody' } }),
  plan_archived: (shop) => send(shop, { plan: { id: shop.archived.id } }),
  discount_invalid: (shop) => send(shop, { plan: { id: shop.plan.id }, discount: { id: 'nobody' } }),
  currency_mismatch: async (shop) => send(shop, changeTo(await shop.active(), shop.inYen)),
  amount_below_minimum: async (shop) => send(shop, changeTo(await shop.active(), shop.barelyDearer)),
  subscription_not_changeable: async (shop) => send(shop, changeTo(await shop.cancelled(), shop.dearer, 'do_not_bill')),
})

const patchSession = (shop: ShopWithTrouble, id: string, members: object = {}): Promise<Answer> =>
  shop.send('PATCH', `/client-session/${id}`, members)

const goodwill = { amount: 500, currency: 'EUR', reason: 'A late delivery' }

/** Every error code that an operation lists as its own, with a request that gets it. */
export const provocations: Readonly<Record<OperationName, Provocations>> = {
  ...paymentProvocations,
  ...emailProvocations,
  ...endingProvocations,
  ...linkProvocations,
  ...portalProvocations,
  ...discountProvocations,
  ...checkoutProvocations,
  advanceSandboxClock: { not_found: inLiveMode('post') },
  findSandboxClock: { not_found: inLiveMode('get') },

  createCustomer: {
    external_id_taken: async ({ send }) => {
      await send('POST', '/customers', { external_id: 'taken' })
      return send('POST', '/customers', { external_id: 'taken' })
    },
  },
  updateCustomer: { not_found: missing('PATCH', '/customers/nobody', {}) },
  findAccess: { not_found: missing('GET', '/customers/nobody/access') },
  findCustomer: { not_found: missing('GET', '/customers/nobody') },
  findCustomers: {},
  grantCredit: {
    not_found: missing('POST', '/customers/nobody/credit', goodwill),
    limit_reached: async ({ send }) => {
      const { body } = await send('POST', '/customers', {})
      await send('POST', `/customers/${body.id}/credit`, goodwill)
      return send('POST', `/customers/${body.id}/credit`, { ...goodwill, amount: 1_000_000_000_000 })
    },
  },
  detachPaymentMethod: { not_found: missing('DELETE', '/payment-methods/nobody') },

  createPlan: {
    amount_below_minimum: ({ send }) =>
      send('POST', '/plans', {
        name: 'Too cheap',
        type: 'one-off',
        price: { default: { amount: 10, currency: 'EUR' }, countries: [] },
      }),
    amount_not_representable: ({ send }) =>
      send('POST', '/plans', {
        name: 'Between two steps',
        type: 'one-off',
        price: { default: { amount: 5124, currency: 'LYD' }, countries: [] },
      }),
  },
  updatePlan: { not_found: missing('PATCH', '/plans/nobody', {}) },
  findPlan: { not_found: missing('GET', '/plans/nobody') },
  findPlans: {},

  createClientSession: refusedMembers(({ send }, members) => send('POST', '/client-session', members)),
  updateClientSession: {
    ...refusedMembers(async (shop, members) => patchSession(shop, await shop.openSession({}), members)),
    session_completed: async (shop) => patchSession(shop, (await shop.paid()).shopper.sessionId),
    session_expired: async (shop) => patchSession(shop, (await shop.expired()).shopper.sessionId),
    payment_in_progress: async (shop) => patchSession(shop, (await shop.changing()).shopper.sessionId),
  },
  findClientSession: { not_found: missing('GET', '/client-session/nobody') },

  findCardKeys: {},
  findCheckout: {
    not_found: ({ service }) => service.send('GET', '/checkout/nobody', { key: null }),
    origin_not_allowed: async ({ service, openSession }) =>
      service.send('GET', `/checkout/${await openSession({})}`, {
        key: null,
        headers: { Origin: 'https://elsewhere.example' },
      }),
  },

  createWebhookEndpoint: {
    not_found: async ({ service }) => {
      const create = () =>
        service.send('POST', '/webhook-endpoints', {
          body: { url: 'https://shop.example/deleted' },
          headers: { 'Idempotency-Key': 'an endpoint that is deleted' },
        })
      await service.send('DELETE', `/webhook-endpoints/${(await create()).body.id}`)
      return create()
    },
    limit_reached: async ({ send }) => {
      const create = () => send('POST', '/webhook-endpoints', { url: 'https://shop.example/webhooks' })
      const made: string[] = []
      for (let count = 0; count < 50; count++) made.push((await create()).body.id)
      const refused = await create()
      for (const id of made) if (id !== undefined) await send('DELETE', `/webhook-endpoints/${id}`)
      return refused
    },
  },
  findWebhookEndpoints: {},
  findWebhookEndpoint: { not_found: missing('GET', '/webhook-endpoints/nobody') },
  updateWebhookEndpoint: {
    not_found: missing('PATCH', '/webhook-endpoints/nobody', {}),
    cursor_expired: async ({ send, dropEvents, bringEventsBack }) => {
      const { body } = await send('POST', '/webhook-endpoints', { url: 'https://shop.example/webhooks' })
      await send('PATCH', `/webhook-endpoints/${body.id}`, { enabled: false })
      await dropEvents()
      const again = { enabled: true, resume_from: 'where_it_stopped' }
      const refused = await send('PATCH', `/webhook-endpoints/${body.id}`, again)
      await bringEventsBack()
      await send('DELETE', `/webhook-endpoints/${body.id}`)
      return refused
    },
  },
  deleteWebhookEndpoint: { not_found: missing('DELETE', '/webhook-endpoints/nobody') },
  rotateWebhookSecret: { not_found: missing('POST', '/webhook-endpoints/nobody/rotate-secret') },
  testWebhookEndpoint: { not_found: missing('POST', '/webhook-endpoints/nobody/test') },
  replayWebhooks: {
    not_found: missing('POST', '/webhook-endpoints/nobody/replay', { failed: true }),
    limit_reached: async ({ service, send }) => {
      await sql`insert into events (organization_id, id, type, object, who, what, created_at)
        select ${service.organizationId}, 'evt_' || lpad(to_hex(number), 8, '0') || '-0000-7000-8000-' || repeat('0', 12),
          'customer.created', '{}', 'system', 'test', now() from generate_series(1, 10001) as number`.execute(
        service.database.db,
      )
      const { body } = await send('POST', '/webhook-endpoints', { url: 'https://shop.example/webhooks' })
      return send('POST', `/webhook-endpoints/${body.id}/replay`, { from: '1970-01-01' })
    },
  },
  findDispute: { not_found: missing('GET', '/disputes/nobody') },
  findDisputes: {},
  findWebhookDeliveries: {},
  findAuditRecords: {},
  eraseCustomer: {
    not_found: ({ service }) => erasing(service, 'nobody'),
    customer_in_use: async ({ service, active }) => erasing(service, (await active()).customerId),
  },
  redeliverWebhook: { not_found: missing('POST', '/webhook-deliveries/nobody/redeliver') },

  findSubscription: { not_found: missing('GET', '/subscriptions/nobody') },
  findClientSessions: {},
  findSubscriptions: {},
  findConsents: {},
  findConsent: { not_found: missing('GET', '/consents/consent_nobody') },
  findPaymentConsent: { not_found: missing('GET', '/payments/pay_nobody/consent') },
  previewCheckout: {
    not_found: missing('POST', '/checkout/preview', { plan: { id: 'nobody' } }),
    plan_archived: ({ send, archived }) => send('POST', '/checkout/preview', { plan: { id: archived.id } }),
    discount_invalid: ({ send, plan }) =>
      send('POST', '/checkout/preview', { plan: { id: plan.id }, discount: { code: 'NOBODY' } }),
  },
  previewSubscription: {
    not_found: missing('POST', '/subscriptions/preview', changeTo({ id: 'nobody' }, { id: 'nobody' })),
    plan_archived: async (shop) => preview(shop, changeTo(await shop.active(), shop.archived)),
    already_subscribed: async (shop) => {
      const { id, planId } = await shop.active()
      return preview(shop, changeTo({ id }, { id: planId }))
    },
    subscription_not_changeable: async (shop) =>
      preview(shop, changeTo(await shop.cancelled(), shop.dearer, 'do_not_bill')),
    currency_mismatch: async (shop) => preview(shop, changeTo(await shop.active(), shop.inYen)),
    amount_below_minimum: async (shop) => preview(shop, changeTo(await shop.active(), shop.barelyDearer)),
    address_required: async (shop) => {
      const { id, plan, key } = await shop.withoutState()
      return shop.send('POST', '/subscriptions/preview', changeTo({ id }, plan), key)
    },
    payment_in_progress: previewWhileRenewing,
  },
  updateSubscription: {
    not_found: (shop) => patch(shop, { subscription: { id: 'nobody', status: 'active' } }),
    plan_archived: async (shop) => patch(shop, changeTo(await shop.active(), shop.archived)),
    currency_mismatch: async (shop) => patch(shop, changeTo(await shop.active(), shop.inYen)),
    subscription_not_changeable: async (shop) => patch(shop, changeTo(await shop.cancelled(), shop.dearer)),
    payment_in_progress: async (shop) => patch(shop, changeTo(await shop.changing(), shop.plan)),
    amount_changed: async (shop) =>
      patch(shop, { ...changeTo(await shop.active(), shop.dearer), expected: { amount: 5, currency: 'EUR' } }),
    already_subscribed: async (shop) => {
      const { id, customerId } = await shop.subscriber()
      await shop.send('POST', '/payments', { customer: { id: customerId }, plan: { id: shop.dearer.id } })
      return patch(shop, changeTo({ id }, shop.dearer))
    },
    payment_method_required: async (shop) => {
      const { id, methodId } = await shop.refunded()
      await shop.send('DELETE', `/payment-methods/${methodId}`)
      return patch(shop, { subscription: { id, status: 'active' } })
    },
    amount_below_minimum: async (shop) => {
      const { id } = await shop.refunded()
      await shop.giveCredit(id, 1990)
      return patch(shop, { subscription: { id, status: 'active' }, plan: { id: shop.dearer.id } })
    },
    amount_not_representable: async (shop) => {
      const { id, paymentId, key } = await shop.sentElsewhere()
      const { body: plan } = await shop.send('POST', '/plans', shop.betweenSteps, key)
      await shop.send('POST', `/subscriptions/cancel/${id}`, undefined, key)
      await shop.send('POST', `/payments/refund/${paymentId}`, {}, key)
      const body = { subscription: { id, status: 'active' }, plan: { id: plan.id } }
      return shop.send('PATCH', '/subscriptions', body, key)
    },
    address_required: async (shop) => {
      const { id, paymentId, key } = await shop.withoutState()
      await shop.send('POST', `/subscriptions/cancel/${id}`, undefined, key)
      await shop.send('POST', `/payments/refund/${paymentId}`, {}, key)
      return shop.send('PATCH', '/subscriptions', { subscription: { id, status: 'active' } }, key)
    },
    session_completed: async (shop) => {
      const { resume } = await shop.resuming()
      await resume()
      return resume()
    },
    session_expired: async (shop) => {
      const { sessionId, resume } = await shop.resuming()
      await shop.expire(sessionId)
      return resume()
    },
  },

  findEvents: {
    not_found: missing('GET', '/events?after=nobody'),
    cursor_expired: async (shop) => {
      await shop.dropEvents()
      return shop.send('GET', '/events?after=evt_long_ago')
    },
  },
}

const preview = ({ send }: ShopWithTrouble, body: object): Promise<Answer> =>
  send('POST', '/subscriptions/preview', body)

const patch = ({ send }: ShopWithTrouble, body: object): Promise<Answer> => send('PATCH', '/subscriptions', body)
