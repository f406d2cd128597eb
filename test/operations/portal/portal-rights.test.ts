import { type OperationName, operations, portalRights } from '@billing-checkout/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'

const names = Object.keys(operations) as OperationName[]
const allowed = names.filter((name) => portalRights[name] !== null)

const groupedPlan = () => ({ ...aMonthlyPlan(), group: 'reader' })

describe('the rights of a client token of the portal', () => {
  let service: RunningService
  let own: Record<string, string>
  let foreign: Record<string, string>
  let token: string
  let yearly: string

  const buys = async (externalId: string, plan: string) => {
    const { body } = await (
      await aShopper(service, {
        customer: { external_id: externalId, email: `${externalId}@example.com` },
        plan: { id: plan },
      })
    ).pay()
    const { body: customer } = await service.send('GET', `/customers/${body.customer.id}`)
    const portal = await service.send('POST', '/portal-session', { body: { customer: { id: customer.id } } })
    return {
      customer: customer.id,
      payment: body.id,
      subscription: body.subscription.id,
      payment_method: customer.payment_methods[0].id,
      portal_session: portal.body.id,
      token: portal.body.client_token,
    }
  }

  beforeAll(async () => {
    service = await startService(await openTestDatabase('embedded'))
    const plan = await createPlan(service, { ...aMonthlyPlan(), group: 'reader' })
    const other = await createPlan(service, { ...aMonthlyPlan(), interval: 'years', group: 'reader' })
    yearly = other.id
    own = await buys('mina', plan.id)
    foreign = await buys('leo', plan.id)
    token = own['token']!
    return async () => {
      await service.close()
      await service.database.close()
    }
  })

  const ask = (method: string, path: string, body?: object) =>
    service.send(method, path, { key: token, ...(body && { body }) })

  test('the operations that accept a portal token are those with a row in the table', () => {
    const callable = names.filter((name) => (operations[name].callers as readonly string[]).includes('portal'))

    expect(callable.toSorted()).toEqual(allowed.toSorted())
  })

  test.each(names.filter((name) => portalRights[name] === null && !isPublic(name)))('%s is refused', async (name) => {
    const { method, path } = operations[name]
    const filled = path.replaceAll(/\{\w+\}/g, own['customer']!)
    const { status, body } = await ask(method, filled, method === 'GET' || method === 'DELETE' ? undefined : {})

    expect([status, body.error.code]).toEqual([403, 'insufficient_permission'])
  })

  const withIds = allowed.flatMap((name) =>
    Object.entries(portalRights[name]!.owns).map(([path, kind]) => [name, path, kind] as const),
  )
  test.each(withIds)('%s refuses %s of another customer in the same way as an unknown id', async (name, path, kind) => {
    const request = requestOf(name, path)
    const theirs = await request(foreign[kind]!)
    const unknown = await request('unknown')

    expect([theirs.status, unknown.status]).toEqual([403, 403])
    expect(theirs.body.error.message).toBe(unknown.body.error.message)
    expect((await request(own[kind]!)).body?.error?.code).not.toBe('insufficient_permission')
  })

  const requestOf = (name: OperationName, path: string) => (id: string) => {
    const { method, path: pattern } = operations[name]
    const isParam = path.startsWith('params.')
    // If the test ended its own session, its later requests would fail.
    if (name === 'endPortalSession' && id === own['portal_session']) return ask('GET', '/portal-session')
    // A request with an id of the customer's own may fail for another reason, because this test checks only the right to send the request.
    const names = path.split('.').slice(1)
    const body = names.reduceRight<unknown>((inner, member) => ({ [member]: inner }), id) as object
    const whole = path.endsWith('payment_method_id')
      ? { subscription: { id: own['subscription'], payment_method_id: id } }
      : name === 'previewSubscription'
        ? { subscription: { id }, plan: { id: yearly } }
        : name === 'updateSubscription'
          ? { subscription: { id, status: 'active' } }
          : body
    return isParam
      ? ask(method, pattern.replace(/\{\w+\}/, id), method === 'PATCH' ? {} : undefined)
      : ask(method, pattern, whole)
  }

  test.each([
    ['the name', 'PATCH', '/customers/{customer}', { full_name: 'Mina' }],
    ['metadata', 'PATCH', '/customers/{customer}', { metadata: { role: 'admin' } }],
    [
      'the next billing date',
      'PATCH',
      '/subscriptions',
      { subscription: { id: '{subscription}', next_billing_date: '2030-01-01' } },
    ],
    ['an immediate end', 'PATCH', '/subscriptions', { subscription: { id: '{subscription}', status: 'cancelled' } }],
    [
      'a plan without a checkout',
      'PATCH',
      '/subscriptions',
      { subscription: { id: '{subscription}' }, plan: { id: 'x' } },
    ],
    [
      'how a change is billed',
      'POST',
      '/client-session',
      { subscription: { id: '{subscription}', proration_billing_mode: 'do_not_bill' } },
    ],
    [
      'metadata of a subscription',
      'POST',
      '/client-session',
      { subscription: { id: '{subscription}', metadata: { a: 'b' } } },
    ],
    ['a trial', 'POST', '/client-session', { subscription: { id: '{subscription}' }, options: { trial: 'always' } }],
    ['a customer', 'POST', '/client-session', { customer: { email: 'other@example.com' } }],
    ['a session of nothing', 'POST', '/client-session', {}],
    [
      'the preview of a way to bill',
      'POST',
      '/subscriptions/preview',
      { subscription: { id: '{subscription}', proration_billing_mode: 'do_not_bill' }, plan: { id: 'x' } },
    ],
  ])('the portal may not set %s', async (_, method, path, body) => {
    const filled = JSON.parse(
      JSON.stringify({ path, body }).replaceAll(/\{(customer|subscription)\}/g, (_match, kind: string) => own[kind]!),
    )
    const { status, body: answer } = await ask(method, filled.path, filled.body)

    expect([status, answer.error.code]).toEqual([403, 'insufficient_permission'])
  })

  test.each(['customer_id', 'external_id', 'search', 'status'])('a list refuses the filter %s', async (name) => {
    expect((await ask('GET', `/subscriptions?${name}=${foreign['customer']}`)).status).toBe(403)
    expect((await ask('GET', `/payments?${name}=${foreign['customer']}`)).status).toBe(403)
  })

  test('lists contain only what belongs to the customer', async () => {
    const [subscriptions, payments] = [await ask('GET', '/subscriptions'), await ask('GET', '/payments')]

    expect(subscriptions.body.data.map(({ id }: { id: string }) => id)).toEqual([own['subscription']])
    expect(payments.body.data.map(({ id }: { id: string }) => id)).toEqual([own['payment']])
    expect([subscriptions.body.meta.total, payments.body.meta.total]).toEqual([1, 1])
  })

  test('answers have neither metadata nor the merchant’s identifiers', async () => {
    await service.send('PATCH', `/customers/${own['customer']}`, { body: { metadata: { tier: 'gold' } } })
    const answers = [
      await ask('GET', `/customers/${own['customer']}`),
      await ask('GET', `/payments/${own['payment']}`),
      await ask('GET', '/payments'),
      await ask('GET', '/subscriptions'),
      await ask('GET', '/portal-session'),
    ]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/gold|"mina"|sbx_/)
  })

  test('the customer cannot change the country, which selects prices, or remove the address', async () => {
    const change = (address: object | null) => ask('PATCH', `/customers/${own['customer']}`, { address })
    await service.send('PATCH', `/customers/${own['customer']}`, { body: { address: { country: 'DE', city: 'Ulm' } } })
    const moved = await change({ city: 'Bonn' })
    const refused = [await change({ country: 'IN' }), await change({ country: null }), await change(null)]

    expect([moved.status, moved.body.address]).toMatchObject([200, { country: 'DE', city: 'Bonn' }])
    expect(refused.map(({ status, body }) => [status, body.error.details[0].path])).toEqual(
      refused.map(() => [400, 'body.address.country']),
    )
  })

  test('a customer can take a scheduled change back if they could change to the current plan', async () => {
    const { subscription, token: key } = await buys('rosa', (await createPlan(service, groupedPlan())).id)
    const schedule = () =>
      service.send('PATCH', '/subscriptions', {
        body: { subscription: { id: subscription, proration_billing_mode: 'at_period_end' }, plan: { id: yearly } },
      })
    const undo = () =>
      service.send('PATCH', '/subscriptions', {
        key,
        body: { subscription: { id: subscription, scheduled_change: null } },
      })
    const shown = async () => (await service.send('GET', '/portal-session', { key })).body.subscriptions[0]
    await schedule()
    const scheduled = await shown()

    const undone = await undo()

    expect(scheduled.scheduled_change).toMatchObject({ plan: { id: yearly, interval: 'years' }, can_undo: true })
    expect(scheduled.scheduled_change.date).toBe(scheduled.period_end)
    expect([undone.status, undone.body.scheduled_change]).toEqual([200, null])
    expect(await shown()).toMatchObject({ scheduled_change: null })
  })

  test('a customer cannot take back a change from a plan that was archived', async () => {
    const plan = await createPlan(service, groupedPlan())
    const { subscription, token: key } = await buys('uma', plan.id)
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscription, proration_billing_mode: 'at_period_end' }, plan: { id: yearly } },
    })
    await service.send('PATCH', `/plans/${plan.id}`, { body: { archived: true } })

    const { status, body } = await service.send('PATCH', '/subscriptions', {
      key,
      body: { subscription: { id: subscription, scheduled_change: null } },
    })

    expect([status, body.error.code]).toEqual([403, 'insufficient_permission'])
    const { body: portal } = await service.send('GET', '/portal-session', { key })
    expect(portal.subscriptions[0].scheduled_change).toMatchObject({ can_undo: false })
  })

  test('a change of plan does not restart a subscription that has ended', async () => {
    const ended = await buys('ada', (await createPlan(service, { ...aMonthlyPlan(), group: 'reader' })).id)
    await service.send('POST', `/subscriptions/cancel/${ended.subscription}`)
    const body = { subscription: { id: ended.subscription }, plan: { id: yearly } }
    const session = await service.send('POST', '/client-session', { key: ended.token, body })

    expect([session.status, session.body.error.code]).toEqual([409, 'subscription_not_changeable'])
  })
})

function isPublic(name: OperationName): boolean {
  return (operations[name].callers as readonly string[]).includes('anyone')
}
