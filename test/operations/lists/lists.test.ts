import { itemOfList, operations } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan, shopperOf } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

interface Listed {
  readonly id: string
  readonly [field: string]: unknown
}

describeEachDatabase('lists (findCustomers, findPayments, findPlans, findSubscriptions)', (open) => {
  let planId: string

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan({ name: 'Alpha' }))).id
    const yen = await createPlan(service, {
      name: 'Beta',
      type: 'one-off',
      price: { default: { amount: 1500, currency: 'JPY' }, countries: [] },
    })
    const archived = await createPlan(service, aMonthlyPlan({ name: 'Gamma' }))
    await service.send('PATCH', `/plans/${archived.id}`, { body: { archived: true } })
    await (
      await aShopper(service, {
        customer: { email: 'ada@example.com', full_name: 'Ada Lovelace' },
        plan: { id: planId },
        payment: { statement_descriptor: 'LIBRARY' },
      })
    ).pay()
    await (
      await aShopper(service, { customer: { email: 'bob@example.com', external_id: 'b_ob%' }, plan: { id: yen.id } })
    ).pay()
    await (
      await aShopper(service, { customer: { email: 'eve@example.com' }, plan: { id: planId } })
    ).pay({ number: '4000000000000002' })
  })

  const list = async (path: string) =>
    (await service.send('GET', path)).body as { data: Listed[]; meta: Record<string, number & string> }
  const emails = async (query: string) =>
    (await list(`/payments?${query}`)).data.map((payment) => (payment['customer'] as { email: string }).email)

  test.each([
    ['', ['eve', 'bob', 'ada']],
    ['order=asc', ['ada', 'bob', 'eve']],
    ['sort=amount', ['bob', 'eve', 'ada']],
    ['sort=amount&order=asc', ['ada', 'eve', 'bob']],
    ['sort=currency_code&order=asc', ['ada', 'eve', 'bob']],
    ['limit=1&page=2', ['bob']],
    ['payment_status=DECLINED', ['eve']],
    ['payment_status_in=DECLINED,SETTLING', ['eve', 'bob', 'ada']],
    ['payment_status_in=DECLINED&payment_status_in=BLOCKED', ['eve']],
    ['payment_status_not_in=DECLINED', ['bob', 'ada']],
    ['payment_status_set=DECLINED,BLOCKED', ['eve']],
    ['payment_status_set=bob@', ['bob']],
    ['currency_code=JPY', ['bob']],
    ['amount_from=1000', ['bob']],
    ['amount_to=1000', ['eve', 'ada']],
    ['amount_from=999&amount_to=999', ['eve', 'ada']],
    ['statement_descriptor=LIBRARY', ['ada']],
    ['search=LOVELACE', ['ada']],
    ['search=b_ob%25', ['bob']],
    ['search=%25', ['bob']],
    ['search=library', ['ada']],
    ['search=a@EXAMPLE.c', ['ada']],
    ['search=aexamplec', []],
    ['search=aYexampleXc', []],
    ['search=ada+love', ['ada']],
    ['search=0002', ['eve']],
    ['search=4242', ['bob', 'ada']],
    ['search=4242&currency_code=JPY', ['bob']],
    ['external_id=b_ob%25', ['bob']],
    ['external_id=b_ob', []],
    ['search=ada%40example.com&payment_status=SETTLING', ['ada']],
    ['search=example&payment_status_not_in=DECLINED&currency_code=JPY', ['bob']],
    ['from=2020-01-01&to=2020-01-02', []],
    ['from=2020-01-01', ['eve', 'bob', 'ada']],
    ['snapshot_at=2020-01-01T00:00:00Z', []],
  ])('GET /payments?%s', async (query, expected) => {
    const names = (await emails(query)).map((email) => email.replace('@example.com', ''))

    // Payments with the same amount or currency are ordered by their ids, so their order is not compared here.
    if (query.includes('sort=amount') || query.includes('sort=currency'))
      expect(names.toSorted()).toEqual(expected.toSorted())
    else expect(names).toEqual(expected)
  })

  test('from and to are both inclusive', async () => {
    const [payment] = (await list('/payments?search=ada@')).data
    const at = encodeURIComponent(payment!['created_at'] as string)

    expect(await emails(`from=${at}&to=${at}`)).toEqual(['ada@example.com'])
  })

  test('a date without a time means the whole day, from its start to its end', async () => {
    const [payment] = (await list('/payments?search=ada@')).data
    const day = (payment!['created_at'] as string).slice(0, 10)
    const dayBefore = new Date(Date.parse(day) - 1).toISOString().slice(0, 10)

    expect(await emails(`from=${day}&to=${day}`)).toContain('ada@example.com')
    expect(await emails(`to=${dayBefore}`)).toEqual([])
    expect((await list(`/plans?from=${day}&to=${day}`)).data.length).toBeGreaterThan(0)
    expect((await list(`/webhook-endpoints?from=${day}&to=${day}`)).data).toEqual([])
  })

  test('archived plans are listed only on request', async () => {
    const names = async (query: string) =>
      (await list(`/plans?sort=name&order=asc${query}`)).data.map((plan) => plan['name'])

    expect(await names('')).toEqual(['Alpha', 'Beta'])
    expect(await names('&include=archived')).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await names('&search=alp')).toEqual(['Alpha'])
  })

  test('customers are listed with their methods and subscriptions, and are found by any of their words', async () => {
    const { data } = await list('/customers?search=lovelace')

    expect(data).toMatchObject([
      { full_name: 'Ada Lovelace', payment_methods: [{ type: 'CARD' }], subscriptions: [{ status: 'active' }] },
    ])
    expect((await list('/customers?sort=email&order=asc')).data.map((customer) => customer['email'])).toEqual([
      'ada@example.com',
      'bob@example.com',
      'eve@example.com',
    ])
  })

  test('subscriptions are found by status, customer and plan', async () => {
    const [subscription] = (await list('/subscriptions')).data
    const [customer] = (await list('/customers?search=ada@')).data

    for (const query of [
      'status=active',
      'status_in=past_due,active',
      `customer_id=${customer!.id}`,
      `plan_id=${planId}`,
      `search=${subscription!.id}`,
    ]) {
      expect((await list(`/subscriptions?${query}`)).data.map(({ id }) => id)).toEqual([subscription!.id])
    }
    for (const query of ['status=cancelled', 'status_in=cancelled,past_due', 'status=active&status_in=cancelled'])
      expect((await list(`/subscriptions?${query}`)).data).toEqual([])
  })

  test('payments are found by customer, subscription and plan', async () => {
    const [subscription] = (await list('/subscriptions')).data
    const [customer] = (await list('/customers?search=ada@')).data

    expect(await emails(`customer_id=${customer!.id}`)).toEqual(['ada@example.com'])
    expect(await emails(`subscription_id=${subscription!.id}`)).toEqual(['ada@example.com'])
    expect(await emails(`plan_id=${planId}`)).toEqual(['eve@example.com', 'ada@example.com'])
    expect(await emails(`plan_id=${planId}&customer_id=${customer!.id}`)).toEqual(['ada@example.com'])
  })

  test.each([
    ['external_id=reader-7', 1],
    ['external_id=reader', 0],
    ['search=READER-7', 1],
    ['search=grace@', 1],
    ['search=hopper', 1],
    ['search=nobody', 0],
  ])('GET /subscriptions?%s finds %i by its customer', async (query, total) => {
    const { key } = await service.addOrganization('Whose')
    const monthly = (await service.send('POST', '/plans', { key, body: aMonthlyPlan() })).body
    const session = await service.send('POST', '/client-session', {
      key,
      body: {
        customer: { external_id: 'reader-7', email: 'grace@example.com', full_name: 'Grace Hopper' },
        plan: { id: monthly.id },
      },
    })
    await shopperOf(service, session.body.id).pay()

    const { body } = await service.send('GET', `/subscriptions?${query}`, { key })

    expect(body.meta.total).toBe(total)
    for (const subscription of body.data)
      expect(subscription.customer).toMatchObject({ external_id: 'reader-7', email: 'grace@example.com' })
  })

  test('a list shows every row as its id does', async () => {
    const [bobs] = (await list('/payments?search=bob@')).data
    for (const amount of [300, 500]) await service.send('POST', `/payments/refund/${bobs!.id}`, { body: { amount } })
    // Gives each customer a method with an older date that is stored later.
    await sql`insert into payment_methods select (jsonb_populate_record(method,
      jsonb_build_object('id', 'pm_00000000-0000-7000-8000-' || right(md5(id), 12), 'created_at', created_at - interval '1 day'))).* from payment_methods as method`.execute(
      service.database.db,
    )

    for (const path of ['/payments', '/customers', '/subscriptions', '/plans']) {
      const { data } = await list(path)
      const alone = await Promise.all(data.map(async ({ id }) => (await service.send('GET', `${path}/${id}`)).body))
      const asTheyCome = (await list(`${path}?order=asc`)).data

      expect(data).toEqual(alone)
      expect(asTheyCome).toEqual(alone.toReversed())
    }
    expect((await list('/customers')).data[2]!['payment_methods']).toMatchObject([
      { id: expect.stringMatching(/^pm_00000000/) },
      { id: expect.not.stringMatching(/^pm_00000000/) },
    ])
    expect((await list('/payments')).data[1]).toMatchObject({ refund: { amount: 500 }, refunded_amount: 800 })
  })

  test('totals and pages are exact', async () => {
    expect((await list('/payments?limit=2')).meta).toMatchObject({ limit: 2, page: 1, pages: 2, total: 3 })
    expect((await list('/payments?limit=2&page=2')).data).toHaveLength(1)
    expect((await list('/payments?limit=2&page=3')).data).toEqual([])
    expect((await list('/payments?limit=2&search=example')).meta).toMatchObject({ page: 1, pages: 2, total: 3 })
    expect((await list('/payments?limit=2&page=3&search=example')).meta).toMatchObject({ pages: 2, total: 3 })
    expect((await list('/payments?search=nobody')).meta).toMatchObject({ pages: 0, total: 0 })
  })

  test('paging with the snapshot returns each row once, however much is written meanwhile', async () => {
    const { key } = await service.addOrganization('Busy')
    const create = (index: number) => service.send('POST', '/customers', { key, body: { external_id: `c${index}` } })
    for (let index = 0; index < 25; index++) await create(index)

    const seen: string[] = []
    let written = 25
    const first = (await service.send('GET', '/customers?limit=4&order=asc', { key })).body
    seen.push(...first.data.map(({ id }: Listed) => id))
    for (let page = 2; page <= first.meta.pages; page++) {
      const [answer] = await Promise.all([
        service.send('GET', `/customers?limit=4&order=asc&page=${page}&snapshot_at=${first.meta.snapshot_at}`, { key }),
        ...Array.from({ length: 5 }, () => create(written++)),
      ])
      seen.push(...answer.body.data.map(({ id }: Listed) => id))
      expect(answer.body.meta).toMatchObject({ total: 25, snapshot_at: first.meta.snapshot_at })
    }

    expect(new Set(seen).size).toBe(25)
    expect(seen).toHaveLength(25)
  })

  test('a row that is stamped before a snapshot is in it, even if its commit overlaps with the snapshot', async () => {
    const { key } = await service.addOrganization('Racing')
    for (let round = 0; round < 10; round++) {
      const [, , snapshot] = await Promise.all([
        service.send('POST', '/customers', { key, body: { external_id: `a${round}` } }),
        service.send('POST', '/customers', { key, body: { external_id: `b${round}` } }),
        service.send('GET', '/customers', { key }),
      ])
      const { meta } = snapshot.body
      const later = await service.send('GET', `/customers?snapshot_at=${meta.snapshot_at}`, { key })

      expect(later.body.meta.total).toBe(meta.total)
    }
  })

  test('a list as CSV has all rows of its filters, whatever the page, and no formula', async () => {
    await service.send('POST', '/customers', { body: { email: 'mal@example.com', full_name: '=HYPERLINK("x")' } })
    const load = async (path: string, accept: string) =>
      fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${service.key}`, Accept: accept } })

    const payments = await load('/payments?payment_status=DECLINED&limit=1&page=7', 'text/csv')
    const customers = await (await load('/customers?search=mal@', 'text/csv')).text()

    const [, ...rows] = (await payments.text()).trim().split('\n')
    expect(payments.headers.get('Content-Type')).toContain('text/csv')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('eve@example.com')
    expect(customers).toContain(`"'=HYPERLINK(""x"")"`)
    const refused = await load('/payments?order=up', 'text/csv')
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([400, 'application/json; charset=utf-8'])
    const lists = Object.values(operations).filter(({ answer, path }) => itemOfList(answer) && !path.includes('{'))
    const refusals = await Promise.all(
      lists.map(async ({ path }) => `${path}: ${await (await load(path, 'text/csv')).text()}`),
    )
    expect(lists.length).toBeGreaterThan(10)
    expect(refusals.filter((text) => text.includes('unknown_parameter'))).toEqual([])
    for (const accept of ['*/*', 'application/json, text/csv', 'text/html, */*'])
      expect((await load('/plans', accept)).headers.get('Content-Type')).toContain('application/json')
  })
})
