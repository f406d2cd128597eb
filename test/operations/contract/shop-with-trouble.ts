import { sql } from 'kysely'
import { updateOrganization } from '#server/organization/organizations.ts'
import type { Answer, RunningService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aReceipt, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

/** A shop that has every state in which an operation may be refused. */
export type ShopWithTrouble = Awaited<ReturnType<typeof openShopWithTrouble>>

/**
 * Opens the shop. Most states are made once, by the first caller that needs them; those that a request uses up are made for each caller.
 */
export const openShopWithTrouble = async (service: RunningService) => {
  const send = (method: string, path: string, body?: object, key?: string) =>
    service.send(method, path, { ...(body && { body }), ...(key !== undefined && { key }) })
  const priced = (amount: number, currency = 'EUR', more: object = {}) =>
    createPlan(service, aMonthlyPlan({ price: { default: { amount, currency }, countries: [] }, ...more }))
  const [plan, dearer, barelyDearer, inYen, archived] = await Promise.all([
    priced(999),
    priced(1999),
    priced(1009),
    priced(1600, 'JPY'),
    priced(999),
  ])
  await send('PATCH', `/plans/${archived.id}`, { archived: true })
  const subscriber = () => aSubscriber(service, aMonthlyPlan())
  const openSession = async (members: object) => (await send('POST', '/client-session', members)).body.id as string
  const newShopper = (more: object = {}) =>
    aShopper(service, { customer: { email: `${crypto.randomUUID()}@example.com` }, plan: { id: plan.id }, ...more })

  return {
    service,
    send,
    plan,
    dearer,
    barelyDearer,
    inYen,
    archived,
    subscriber,
    openSession,
    newShopper,
    active: once(subscriber),
    cancelled: once(async () => {
      const subscribed = await subscriber()
      await send('POST', `/subscriptions/cancel/${subscribed.id}`)
      return subscribed
    }),
    /** A cancelled subscription whose money was refunded, so that only a charge starts it again. */
    refunded: async () => {
      const subscribed = await subscriber()
      const [payment] = await subscribed.payments()
      await send('POST', `/subscriptions/cancel/${subscribed.id}`)
      await send('POST', `/payments/refund/${payment.id}`, {})
      return { ...subscribed, methodId: payment.payment_method.id as string }
    },
    /** A subscription with a plan change that waits for the subscriber's bank. */
    changing: once(async () => {
      const subscribed = await subscriber()
      const [payment] = await subscribed.payments()
      const shopper = await aShopper(service, {
        customer: { id: subscribed.customerId },
        plan: { id: dearer.id },
        subscription: { id: subscribed.id },
      })
      const { body: paying } = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
      if (paying.payment_status !== 'PENDING') throw new Error(`Nobody waits: ${JSON.stringify(paying)}`)
      return { ...subscribed, paymentId: payment.id as string, shopper, token: await tokenOf(shopper) }
    }),
    /** A paid session, with a token issued before the payment. */
    paid: once(async () => {
      const shopper = await newShopper()
      const token = await tokenOf(shopper)
      await shopper.pay()
      return { shopper, token }
    }),
    /** An expired session, with a token issued before it expired. */
    expired: once(async () => {
      const shopper = await newShopper()
      const seen = await shopper.look()
      await sql`update client_sessions set expires_at = '2020-01-01' where id = ${shopper.sessionId}`.execute(
        service.database.db,
      )
      return { shopper, seen, token: seen.body.client_token as string }
    }),
    /** A session to resume a subscription, and a function that resumes it like the session's page. */
    resuming: async () => {
      const { id, customerId } = await subscriber()
      await send('POST', `/subscriptions/schedule-cancel/${id}`)
      const sessionId = await openSession({ customer: { id: customerId }, subscription: { id } })
      const { body: seen } = await service.send('GET', `/checkout/${sessionId}`, { key: null })
      const resume = (): Promise<Answer> =>
        service.send('PATCH', '/subscriptions', {
          key: seen.client_token,
          body: { subscription: { id, status: 'active' }, consent: aReceipt(seen) },
        })
      return { sessionId, resume }
    },
    /** A plan whose price is not a multiple of the step in which the sandbox charges. */
    betweenSteps: aMonthlyPlan({ price: { default: { amount: 25_125, currency: 'LYD' }, countries: [] } }),
    /** A subscription of another organization. That organization has since routed its sales to another connection. */
    sentElsewhere: once(async () => {
      const { organizationId, key } = await service.addOrganization('Sent Elsewhere')
      const other = {
        ...service,
        send: (method, path, sent) => service.send(method, path, { key, ...sent }),
      } as RunningService
      const price = { default: { amount: 5120, currency: 'LYD' }, countries: [] }
      const subscribed = await aSubscriber(other, aMonthlyPlan({ price }))
      const settings = { routing: [{ connection: 'elsewhere' }] }
      await updateOrganization(service.database.db, organizationId, { settings }, new Date().toISOString())
      return { ...subscribed, key }
    }),
    withoutState: once(async () => {
      const { organizationId, key } = await service.addOrganization('Taxed Later')
      const other = {
        ...service,
        send: (method, path, sent) => service.send(method, path, { key, ...sent }),
      } as RunningService
      const subscribed = await aSubscriber(other, aMonthlyPlan())
      const settings = { tax_registrations: [{ country: 'US', region: 'CA', behavior: 'exclusive' }] }
      await updateOrganization(service.database.db, organizationId, { settings }, new Date().toISOString())
      await other.send('PATCH', `/customers/${subscribed.customerId}`, { body: { address: { country: 'US' } } })
      const { body: plan } = await other.send('POST', '/plans', { body: aMonthlyPlan({ name: 'Taxed' }) })
      return { ...subscribed, key, plan }
    }),
    dropEvents: () =>
      sql`insert into dropped_events values (${service.organizationId}, 'evt_dropped', 1000000, now())`.execute(
        service.database.db,
      ),
    bringEventsBack: () => sql`delete from dropped_events`.execute(service.database.db),
    expire: (sessionId: string) =>
      sql`update client_sessions set expires_at = '2020-01-01' where id = ${sessionId}`.execute(service.database.db),
    giveCredit: (subscriptionId: string, amount: number) =>
      sql`update subscriptions set balance_amount = ${amount} where id = ${subscriptionId}`.execute(
        service.database.db,
      ),
  }
}

/** The client token with which a page accesses its session. */
export const tokenOf = async (shopper: Shopper): Promise<string> => (await shopper.look()).body.client_token

const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}
