import { expect, test } from 'vitest'
import { actionPages } from '../../support/processors/bank.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { shopperOf, aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

describeEachDatabase('checkouts that the portal opens', (open) => {
  const service = useService(open)

  /** A subscriber's portal session, in which the subscriber has opened a checkout. */
  const aPortalCheckout = async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const portal = await service.send('POST', '/portal-session', { body: { customer: { id: subscriber.customerId } } })
    const key: string = portal.body.client_token
    const body = { subscription: { id: subscriber.id } }
    const session = await service.send('POST', '/client-session', { key, body })
    const shopper = shopperOf(service, session.body.id)
    return { subscriber, portalId: portal.body.id as string, key, shopper, body }
  }
  const end = (portalId: string) => service.send('DELETE', `/portal-session/${portalId}`)
  const find = async (paymentId: string) => (await service.send('GET', `/payments/${paymentId}`)).body

  test('a checkout ends with the portal session that opened it, and then takes no payment', async () => {
    const { portalId, shopper } = await aPortalCheckout()
    const other = await aPortalCheckout()
    const seen = await shopper.look()
    await end(portalId)
    const refused = await shopper.payAsSeen(seen, { number: '5555555555554444' })

    expect((await shopper.look()).body.phase).toBe('expired')
    expect([refused.status, refused.body.error.code]).toEqual([410, 'session_expired'])
    expect((await other.shopper.look()).body.phase).toBe('open')
  })

  test('a payment whose challenge is open when the portal session ends can be completed', async () => {
    const { portalId, shopper, subscriber } = await aPortalCheckout()
    const { body: pending } = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    await end(portalId)
    const waiting = await find(pending.id)
    const pages = actionPages(service, pending.next_action.url)
    await pages.open()
    await pages.answer('passed')
    await pages.comeBack()

    expect([pending.payment_status, waiting.payment_status]).toEqual(['PENDING', 'PENDING'])
    expect((await find(pending.id)).payment_status).toBe('SETTLING')
    expect((await shopper.look()).body.phase).toBe('completed')
    expect((await subscriber.subscription()).payment_method_id).toBe((await find(pending.id)).payment_method.id)
  })

  test('a checkout that is opened while the portal session ends is refused or ended', async () => {
    const { portalId, key, body } = await aPortalCheckout()
    const [opened] = await Promise.all([service.send('POST', '/client-session', { key, body }), end(portalId)])
    const sessions = await service.database.db
      .selectFrom('clientSessions')
      .select('id')
      .where('portalSessionId', '=', portalId)
      .execute()
    const looks = await Promise.all(sessions.map(({ id }) => shopperOf(service, id).look()))

    expect([200, 401]).toContain(opened.status)
    expect(looks.map(({ body: { phase } }) => phase)).toEqual(sessions.map(() => 'expired'))
    expect(sessions.length).toBeGreaterThan(0)
  })

  test('an erasure ends the checkouts that the customer’s portal opened', async () => {
    const { subscriber, shopper } = await aPortalCheckout()
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    const erased = await service.send('DELETE', `/customers/${subscriber.customerId}`, { key })

    expect(erased.status).toBe(200)
    expect((await shopper.look()).body.phase).toBe('expired')
  })
})
