import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import type { Answer, RunningService } from '../../support/services/running-service.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'

describeEachDatabase('portal sessions (createPortalSession, findPortal, endPortalSession)', (open) => {
  let wall = new Date().toISOString()
  const service = useService(open, () => ({
    wallClock: () => wall,
    settings: { allowed_origins: ['https://shop.example'] },
  }))
  const later = (seconds: number) => (wall = new Date(Date.parse(wall) + seconds * 1000).toISOString())

  const send = (method: string, path: string, body?: object, key?: string): Promise<Answer> =>
    service.send(method, path, { ...(body && { body }), ...(key && { key }) })
  const aCustomer = async () => (await send('POST', '/customers', { email: 'mina@example.com' })).body.id as string
  const aPortal = async (members: object = {}) => {
    const customer = await aCustomer()
    return { customer, ...(await send('POST', '/portal-session', { customer: { id: customer }, ...members })).body }
  }
  const look = (key: string) => send('GET', '/portal-session', undefined, key)

  test('a session shows its customer for an hour, and each read brings a new token', async () => {
    const portal = await aPortal({ options: { locale: 'de', return_url: 'https://shop.example/account' } })
    later(14 * 60)
    const first = await look(portal.client_token)
    later(14 * 60)
    const second = await look(first.body.client_token)
    const stale = await look(portal.client_token)
    later(33 * 60)
    const ended = await look(second.body.client_token)

    expect(portal.url).toMatch(/\/portal\/open\/[0-9a-f]{40}$/)
    expect(first.body).toMatchObject({
      customer: { id: portal.customer, email: 'mina@example.com' },
      locale: 'de',
      return_url: 'https://shop.example/account',
      session: { id: portal.id, expires_at: portal.expires_at },
    })
    expect(second.status).toBe(200)
    expect([stale, ended].map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, 'expired_credentials'],
      [401, 'expired_credentials'],
    ])
  })

  test('withdrawal_url is set if the law of the country gives a right of withdrawal, or the country is unknown', async () => {
    const addressedTo = async (country: string | null) => {
      const { customer, client_token: token } = await aPortal()
      if (country !== null) await send('PATCH', `/customers/${customer}`, { address: { country } })
      return (await look(token)).body.withdrawal_url
    }

    expect(await addressedTo('DE')).toMatch(/\/o\/org_[^/]+\/withdraw$/)
    expect(await addressedTo(null)).toMatch(/\/withdraw$/)
    expect(await addressedTo('US')).toBe(null)
  })

  test('a repeated request gets the same link and a valid token', async () => {
    const id = await aCustomer()
    const headers = { 'Idempotency-Key': 'once' }
    const body = { customer: { id } }
    const first = await service.send('POST', '/portal-session', { body, headers })
    const again = await service.send('POST', '/portal-session', { body, headers })

    expect([again.body.id, again.body.url]).toEqual([first.body.id, first.body.url])
    expect((await look(again.body.client_token)).status).toBe(200)
    expect(
      (await service.database.db.selectFrom('idempotencyKeys').select('answer').execute())
        .map(({ answer }) => JSON.stringify(answer))
        .join(),
    ).not.toContain('/portal/open/')
  })

  test('a session ends at once if the merchant or its customer ends it', async () => {
    const [byMerchant, byCustomer] = [await aPortal(), await aPortal()]
    const ended = await send('DELETE', `/portal-session/${byMerchant.id}`)
    await send('DELETE', `/portal-session/${byCustomer.id}`, undefined, byCustomer.client_token)
    later(1)
    const again = await send('DELETE', `/portal-session/${byMerchant.id}`)

    expect(again.body).toEqual(ended.body)
    expect([(await look(byMerchant.client_token)).status, (await look(byCustomer.client_token)).status]).toEqual([
      401, 401,
    ])
  })

  test('an erasure ends the sessions of its customer', async () => {
    const portal = await aPortal()
    const key = await service.addKey(service.organizationId, { erasure: 'write', portal_sessions: 'write' })
    await send('DELETE', `/customers/${portal.customer}`, undefined, key)

    expect((await look(portal.client_token)).status).toBe(401)
    expect((await send('DELETE', `/portal-session/${portal.id}`, undefined, key)).status).toBe(404)
    expect((await send('POST', '/portal-session', { customer: { id: portal.customer } }, key)).status).toBe(404)
  })

  test('a page without an allowed origin cannot use a token, and a checkout’s token opens no portal', async () => {
    const portal = await aPortal()
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { plan: { id: plan.id } })
    const { body: checkout } = await shopper.look()
    const from = (origin: string) =>
      service.send('GET', '/portal-session', { key: portal.client_token, headers: { Origin: origin } })

    expect([(await from('https://shop.example')).status, (await from('https://other.example')).status]).toEqual([
      200, 403,
    ])
    expect((await look(checkout.client_token)).status).toBe(403)
  })

  test('the return URL has to lead to an allowed site', async () => {
    const customer = { id: await aCustomer() }
    const refused = await send('POST', '/portal-session', {
      customer,
      options: { return_url: 'https://evil.example/' },
    })

    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'body.options.return_url'])
  })
})

describeEachDatabase('changes by a customer in the portal (updateSubscription, createClientSession)', (open) => {
  const service = useService(open)
  const strict = useService(open, { settings: { portal_features: [] } })

  const sendTo =
    (shop: RunningService) =>
    (method: string, path: string, body?: object, key?: string): Promise<Answer> =>
      shop.send(method, path, { ...(body && { body }), ...(key && { key }) })
  const send = sendTo(service)
  const look = (key: string) => send('GET', '/portal-session', undefined, key)
  const aReader = async (shop: RunningService = service) => {
    const ask = sendTo(shop)
    const group = `reader ${Math.random()}`
    const monthly = await createPlan(shop, { ...aMonthlyPlan(), group })
    const yearly = await createPlan(shop, { ...aMonthlyPlan(), interval: 'years', name: 'Yearly', group })
    const shopper = await aShopper(shop, {
      customer: { email: `${group}@example.com`.replace(' ', '-') },
      plan: { id: monthly.id },
    })
    const { body: payment } = await shopper.pay()
    const { body: portal } = await ask('POST', '/portal-session', { customer: { id: payment.customer.id } })
    const view = (await ask('GET', '/portal-session', undefined, portal.client_token)).body
    return { yearly, subscription: payment.subscription.id, key: portal.client_token, view }
  }

  test('a customer can cancel and resume', async () => {
    const { subscription, key, view } = await aReader()
    const cancelled = await send('POST', `/subscriptions/schedule-cancel/${subscription}`, undefined, key)
    const shown = await look(key)
    const resumed = await send('PATCH', '/subscriptions', { subscription: { id: subscription, status: 'active' } }, key)

    expect(view.subscriptions[0].next_charge).toMatchObject({ amount: 999, lines: [] })
    expect(cancelled.body.status).toBe('scheduled_for_cancellation')
    expect(shown.body.subscriptions[0]).toMatchObject({ next_charge: null, alternatives: [] })
    expect(resumed.body.status).toBe('active')
  })

  test('an ended subscription is not restarted without a checkout', async () => {
    const { subscription, key } = await aReader()
    await send('POST', `/subscriptions/cancel/${subscription}`)
    const resumed = await send('PATCH', '/subscriptions', { subscription: { id: subscription, status: 'active' } }, key)
    const session = await send('POST', '/client-session', { subscription: { id: subscription } }, key)

    expect([resumed.status, resumed.body.error.code]).toEqual([409, 'subscription_not_changeable'])
    expect((await send('GET', `/client-session/${session.body.id}`)).body.subscription.id).toBe(subscription)
  })

  test('a plan change is quoted and charged by the checkout, billed as the merchant’s setting says', async () => {
    const { subscription, key, view, yearly } = await aReader()
    const preview = await send(
      'POST',
      '/subscriptions/preview',
      { subscription: { id: subscription }, plan: { id: yearly.id } },
      key,
    )
    const { body: session } = await send(
      'POST',
      '/client-session',
      { subscription: { id: subscription }, plan: { id: yearly.id } },
      key,
    )
    const { body: checkout } = await service.send('GET', `/checkout/${session.id}`, { key: null })

    expect(view.subscriptions[0].alternatives).toEqual([
      {
        id: yearly.id,
        name: 'Yearly',
        formatted_amount: '€9.99',
        formatted_units: null,
        interval: 'years',
        interval_count: 1,
      },
    ])
    expect([checkout.purpose, checkout.quote.due_now]).toEqual(['change_plan', preview.body.quote.due_now])
    expect(checkout.payment_methods).toHaveLength(1)
  })

  test('a plan of another group, an archived one and an unknown one are refused alike', async () => {
    const { subscription, key, yearly } = await aReader()
    const stranger = await createPlan(service)
    await send('PATCH', `/plans/${yearly.id}`, { archived: true })
    const to = (id: string) =>
      send('POST', '/client-session', { subscription: { id: subscription }, plan: { id } }, key)
    const answers = [await to(stranger.id), await to(yearly.id), await to('price_unknown')]

    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.message}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(403)
  })

  test('a customer can choose another own method for the next charge, and no method of another customer', async () => {
    const { subscription, key, view } = await aReader()
    const other = await aReader()
    const choose = (id: string) =>
      send('PATCH', '/subscriptions', { subscription: { id: subscription, payment_method_id: id } }, key)
    const method = view.payment_methods[0].id

    expect((await choose(method)).body.payment_method_id).toBe(method)
    expect((await choose(other.view.payment_methods[0].id)).status).toBe(403)
    const byKey = await send('PATCH', '/subscriptions', {
      subscription: { id: subscription, payment_method_id: other.view.payment_methods[0].id },
    })
    expect([byKey.status, byKey.body.error.code]).toEqual([404, 'not_found'])
  })

  test('a feature that the merchant does not offer is refused and not shown; cancelling stays', async () => {
    const { subscription, key, view, yearly } = await aReader(strict)
    const ask = sendTo(strict)
    const refused = [
      await ask('POST', '/client-session', { subscription: { id: subscription }, plan: { id: yearly.id } }, key),
      await ask('POST', '/client-session', { subscription: { id: subscription } }, key),
      await ask('GET', '/payments', undefined, key),
      await ask('DELETE', '/payment-methods/pm_1', undefined, key),
      await ask('PATCH', `/customers/${view.customer.id}`, { address: { country: 'DE' } }, key),
    ]
    const cancelled = await ask('POST', `/subscriptions/schedule-cancel/${subscription}`, undefined, key)

    expect(view).toMatchObject({ features: [], payments: [] })
    expect(view.subscriptions[0].alternatives).toEqual([])
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(cancelled.status).toBe(200)
  })
})
