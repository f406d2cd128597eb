import type { operations } from '@billing-checkout/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { spring } from '../../support/stories/discounts.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { countRows, rowsOfOrganization } from './rows-of-tables.ts'

/** One request of each operation that requires a key; `{…}` stands for the id of an existing object. */
const requests = [
  ['findCustomers', 'GET', '/customers'],
  ['createCustomer', 'POST', '/customers', { email: 'new@example.com' }],
  ['findAccess', 'GET', '/customers/{customer}/access'],
  ['findCustomer', 'GET', '/customers/{customer}'],
  ['updateCustomer', 'PATCH', '/customers/{customer}', { metadata: { seen: true } }],
  ['grantCredit', 'POST', '/customers/{customer}/credit', { amount: 1, currency: 'EUR', reason: 'A gesture' }],
  ['createClientSession', 'POST', '/client-session', {}],
  ['findClientSession', 'GET', '/client-session/{session}'],
  ['findClientSessions', 'GET', '/client-session'],
  ['updateClientSession', 'PATCH', '/client-session/{session}', {}],
  ['createPayment', 'POST', '/payments', { customer: { id: '{customer}' }, plan: { id: '{plan}' } }],
  ['findPayments', 'GET', '/payments'],
  ['findPayment', 'GET', '/payments/{payment}'],
  ['refundPayment', 'POST', '/payments/refund/{payment}', { amount: 1 }],
  ['findConsents', 'GET', '/consents'],
  ['findPaymentConsent', 'GET', '/payments/{payment}/consent'],
  ['findPlans', 'GET', '/plans'],
  ['findPlan', 'GET', '/plans/{plan}'],
  ['createPlan', 'POST', '/plans', aMonthlyPlan()],
  ['updatePlan', 'PATCH', '/plans/{plan}', { name: 'Renamed' }],
  ['findDiscounts', 'GET', '/discounts'],
  ['createDiscount', 'POST', '/discounts', spring],
  ['findDiscount', 'GET', '/discounts/{discount}'],
  ['updateDiscount', 'PATCH', '/discounts/{discount}', { name: 'May' }],
  ['findPaymentLinks', 'GET', '/payment-links'],
  ['createPaymentLink', 'POST', '/payment-links', { plan: { id: '{plan}' } }],
  ['findPaymentLink', 'GET', '/payment-links/{link}'],
  ['updatePaymentLink', 'PATCH', '/payment-links/{link}', { max_uses: 5 }],
  ['createPortalSession', 'POST', '/portal-session', { customer: { id: '{customer}' } }],
  ['endPortalSession', 'DELETE', '/portal-session/{portal}'],
  ['createSubscription', 'POST', '/subscriptions', { customer: { id: '{customer}' }, plan: { id: '{free}' } }],
  ['findSubscriptions', 'GET', '/subscriptions'],
  ['findSubscription', 'GET', '/subscriptions/{subscription}'],
  ['updateSubscription', 'PATCH', '/subscriptions', { subscription: { id: '{subscription}', status: 'active' } }],
  ['scheduleCancellation', 'POST', '/subscriptions/schedule-cancel/{subscription}'],
  ['createRecoveryLink', 'POST', '/subscriptions/{subscription}/recovery-link'],
  ['cancelSubscription', 'POST', '/subscriptions/cancel/{subscription}'],
  ['findEvents', 'GET', '/events'],
] as const satisfies readonly (readonly [keyof typeof operations, string, string, object?])[]

const withBody = requests.filter(([, , , body]) => body !== undefined)
const withIds = requests.filter(([, , path, body]) => mentionsId(path, body))

function mentionsId(path: string, body: object | undefined): boolean {
  return /\{(customer|session|payment|plan|subscription|link|portal|discount|free)\}/.test(
    `${path}${JSON.stringify(body)}`,
  )
}

const titled = (rows: readonly (readonly [string, string, string, object?])[]) =>
  rows.map(([name, method, path, body]) => ({ name, method, path, body }))

describeEachDatabase('every operation', (open) => {
  let ids: Record<string, string>
  let stranger: string

  const service = useService(open)
  beforeAll(async () => {
    stranger = (await service.addOrganization('Another shop')).key
    const known = { external_id: '42', email: 'all@example.com' }
    for (const key of [service.key, stranger]) await service.send('POST', '/customers', { key, body: known })
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { external_id: '42' }, plan: { id: plan.id } })
    const { body: payment } = await shopper.pay()
    const session = await service.send('POST', '/client-session', { body: {} })
    const portal = await service.send('POST', '/portal-session', { body: { customer: { id: payment.customer.id } } })
    const link = await service.send('POST', '/payment-links', { body: { plan: { id: plan.id } } })
    ids = {
      customer: payment.customer.id,
      payment: payment.id,
      subscription: payment.subscription.id,
      plan: plan.id,
      session: session.body.id,
      link: link.body.id,
      portal: portal.body.id,
      free: (
        await createPlan(service, aMonthlyPlan({ price: { default: { amount: 0, currency: 'EUR' }, countries: [] } }))
      ).id,
      discount: (await service.send('POST', '/discounts', { body: spring })).body.id,
    }
  })

  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)
  const send = (
    request: { method: string; path: string; body?: object | undefined },
    sent: { key?: string | null; headers?: Record<string, string>; query?: string; body?: unknown } = {},
  ) => {
    const body = 'body' in sent ? sent.body : request.body && JSON.parse(filled(JSON.stringify(request.body)))
    return service.send(request.method, `${filled(request.path)}${sent.query ?? ''}`, {
      ...('key' in sent ? { key: sent.key! } : {}),
      headers: sent.headers ?? {},
      ...(body === undefined ? {} : { body }),
    })
  }
  const expectRefusal = async (
    answer: Promise<{ status: number; body: { error: { code: string } } }>,
    status: number,
    code: string,
  ) => {
    const before = await countRows(service)
    const { status: met, body } = await answer
    expect({ status: met, code: body.error?.code }).toEqual({ status, code })
    expect(await countRows(service)).toBe(before)
  }

  describe.each(titled(requests))('$name', (request) => {
    test('requires a key', () => expectRefusal(send(request, { key: null }), 401, 'missing_credentials'))

    test('refuses an invalid key', () =>
      expectRefusal(send(request, { key: 'sk_sandbox_nonsense' }), 401, 'invalid_credentials'))

    test('refuses a key without scopes', async () => {
      const key = await service.addKey(service.organizationId, {})

      await expectRefusal(send(request, { key }), 403, 'insufficient_permission')
    })

    test('refuses another version, and names the supported one', async () => {
      const { status, body } = await send(request, { headers: { 'X-API-Version': '2.0.0' } })

      expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'unsupported_api_version' })
      expect(body.error.message).toContain('1.0.0')
    })

    test('refuses an unknown query parameter', () =>
      expectRefusal(send(request, { query: '?nonsense=1' }), 400, 'unknown_parameter'))
  })

  describe.each(titled(withBody))('the body of $name', (request) => {
    test('may not have unknown members', () =>
      expectRefusal(send(request, { body: { ...request.body, nonsense: 1 } }), 400, 'unknown_parameter'))

    test('must be JSON', () =>
      expectRefusal(
        send(request, { body: '{"broken', headers: { 'Content-Type': 'application/json' } }),
        400,
        'invalid_json',
      ))

    test('must have the content type of JSON', () =>
      expectRefusal(send(request, { headers: { 'Content-Type': 'text/plain' } }), 415, 'unsupported_media_type'))

    test('may not be an array, a text or empty', async () => {
      for (const body of [[], '"text"', 'null']) {
        const { status, body: answer } = await send(request, { body })
        expect({ body, status, code: answer.error?.code }).toEqual({ body, status: 400, code: 'invalid_parameter' })
      }
    })

    test('may not have ten megabytes', () =>
      expectRefusal(
        send(request, { body: JSON.stringify({ x: 'x'.repeat(10 * 1024 * 1024) }) }),
        413,
        'payload_too_large',
      ))

    test('may not set __proto__', () =>
      expectRefusal(send(request, { body: '{"__proto__": {"admin": true}}' }), 400, 'unknown_parameter'))
  })

  describe.each(titled(withIds))('$name', (request) => {
    test('answers 404 for an object of another organization', () =>
      expectRefusal(send(request, { key: stranger }), 404, 'not_found'))

    test('answers 404 for an unknown id of any form', async () => {
      for (const id of ['nobody', 'cus_00000000-0000-7000-8000-000000000000', '😀', '%F0%9F%A6%8A', "';--"]) {
        const asked = { ...request, path: request.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id)) }
        const body = request.body && JSON.parse(JSON.stringify(request.body).replaceAll(/\{\w+\}/g, id))
        const { status } = await send(asked, body === undefined ? {} : { body })
        expect({ id, status }).toEqual({ id, status: 404 })
      }
    })
  })

  describe.each(titled(requests))('$name', (request) => {
    test('shows and changes no object of another organization, even of a customer with the same external id', async () => {
      const before = await rowsOfOrganization(service)

      const { body } = await send(request, { key: stranger })

      const shown = JSON.stringify(body)
      expect(Object.values(ids).filter((id) => !shown.includes('"error"') && shown.includes(id))).toEqual([])
      expect(await rowsOfOrganization(service)).toEqual(before)
    })
  })

  test.each(['/customers', '/plans', '/payments', '/subscriptions'])(
    'a search of %s finds nothing of another organization',
    async (path) => {
      for (const words of ['all@example.com', '42', ...Object.values(ids)]) {
        const { body } = await service.send('GET', `${path}?search=${encodeURIComponent(words)}`, { key: stranger })

        const shown = JSON.stringify(body.data)
        expect(Object.values(ids).filter((id) => shown.includes(id))).toEqual([])
      }
    },
  )

  test('a path with a NUL or broken encoding is refused, not answered with a 500', async () => {
    for (const path of ['/plans/%00', '/plans/%E0%A4%A', '/payments/a%00b']) {
      const { status } = await service.send('GET', path)
      expect({ path, isRefused: status >= 400 && status < 500 }).toEqual({ path, isRefused: true })
    }
  })

  test.each(['/customers', '/plans', '/payments', '/subscriptions'])(
    '%s refuses limits and pages out of range',
    async (path) => {
      const faulty = [
        'limit=0',
        'limit=1001',
        'limit=1.5',
        'limit=ten',
        'limit=',
        'page=0',
        'page=-1',
        'page=1e3',
        'order=up',
        'sort=secret',
        'snapshot_at=soon',
        'limit=1&limit=2',
      ]
      for (const query of faulty) {
        const { status, body } = await service.send('GET', `${path}?${query}`)
        expect({ query, status, code: body.error?.code }).toEqual({ query, status: 400, code: 'invalid_parameter' })
      }
    },
  )

  test('a page far past the end is empty, and has the exact total', async () => {
    const { body } = await service.send('GET', '/plans?page=999999999')

    expect(body).toMatchObject({ data: [], meta: { page: 999_999_999, total: expect.any(Number) } })
    expect(body.meta.total).toBeGreaterThan(0)
  })

  test('one answer reports every fault of a request', async () => {
    const { body } = await service.send('POST', '/client-session', {
      body: { customer: { email: 'nobody', country: 'Japan' }, plan: { id: 7 }, options: { expires_in: 1 }, extra: 1 },
    })

    expect(body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'body.customer.country',
      'body.customer.email',
      'body.extra',
      'body.options.expires_in',
      'body.plan.id',
    ])
  })

  test('emoji are kept; NUL and half characters are refused', async () => {
    const kept = await service.send('POST', '/customers', { body: { full_name: '茶 🫖', metadata: { '🍵': ['☕'] } } })
    const nul = await service.send('POST', '/customers', { body: { full_name: 'a\0b' } })
    const half = await service.send('POST', '/customers', { body: '{"metadata": {"x": "\\ud800"}}' })

    expect(kept.body).toMatchObject({ full_name: '茶 🫖', metadata: { '🍵': ['☕'] } })
    expect([nul.status, half.status]).toEqual([400, 400])
  })

  test('every answer names its version and its request', async () => {
    const { headers } = await service.send('GET', '/plans')

    expect(headers.get('X-API-Version')).toBe('1.0.0')
    expect(headers.get('X-Request-Id')).toMatch(/^req_/)
  })

  test('a key may do exactly what its scopes allow', async () => {
    const key = await service.addKey(service.organizationId, { plans: 'read' })

    expect((await service.send('GET', '/plans', { key })).status).toBe(200)
    expect((await service.send('POST', '/plans', { key, body: aMonthlyPlan() })).body.error.code).toBe(
      'insufficient_permission',
    )
    expect((await service.send('GET', '/customers', { key })).body.error.code).toBe('insufficient_permission')
  })

  test('a path without the requested method names the methods that it has', async () => {
    const { status, headers, body } = await service.send('DELETE', '/plans')

    expect({ status, code: body.error.code }).toEqual({ status: 405, code: 'method_not_allowed' })
    expect(headers.get('Allow')).toMatch(/GET/)
  })
})
