import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { write } from '#server/store/write.ts'

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
    ['search=ada%40example.com&payment_status=SETTLING', ['ada']],
    ['search=example&payment_status_not_in=DECLINED&currency_code=JPY', ['bob']],
    ['from=2020-01-01&to=2020-01-02', []],
    ['from=2020-01-01', ['eve', 'bob', 'ada']],
    ['snapshot_at=2020-01-01T00:00:00Z', []],
  ])('GET /payments?%s', async (query, expected) => {
    const names = (await emails(query)).map((email) => email.replace('@example.com', ''))

    // Payments of the same amount or currency fall in the order of their ids.
    if (query.includes('sort=amount') || query.includes('sort=currency'))
      expect(names.toSorted()).toEqual(expected.toSorted())
    else expect(names).toEqual(expected)
  })

  test('from and to are both inclusive', async () => {
    const [payment] = (await list('/payments?search=ada@')).data
    const at = encodeURIComponent(payment!['created_at'] as string)

    expect(await emails(`from=${at}&to=${at}`)).toEqual(['ada@example.com'])
  })

  test('archived plans are listed only when asked for', async () => {
    const names = async (query: string) =>
      (await list(`/plans?sort=name&order=asc${query}`)).data.map((plan) => plan['name'])

    expect(await names('')).toEqual(['Alpha', 'Beta'])
    expect(await names('&include=archived')).toEqual(['Alpha', 'Beta', 'Gamma'])
    expect(await names('&search=alp')).toEqual(['Alpha'])
  })

  test('customers come with their methods and subscriptions, and are found by any of their words', async () => {
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
      `customer_id=${customer!.id}`,
      `plan_id=${planId}`,
      `search=${subscription!.id}`,
    ]) {
      expect((await list(`/subscriptions?${query}`)).data.map(({ id }) => id)).toEqual([subscription!.id])
    }
    expect((await list('/subscriptions?status=cancelled')).data).toEqual([])
  })

  test('a list shows every row just as it is shown by its id', async () => {
    const [bobs] = (await list('/payments?search=bob@')).data
    for (const amount of [300, 500]) await service.send('POST', `/payments/refund/${bobs!.id}`, { body: { amount } })
    // An older method of each customer, which is stored later.
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

  test('paging with the snapshot gives each row once, however much is written meanwhile', async () => {
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

  test('a row that was stamped before a snapshot is in it, also when it is committed while the snapshot is taken', async () => {
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

  test.each([1000, 1001])('the first page of %s rows has the latest of them, and the exact total', async (count) => {
    const { key, organizationId } = await service.addOrganization(`With ${count} customers`)
    await addCustomers(organizationId, count)
    const ordered = await sql<Listed>`select id from customers where organization_id = ${organizationId}
      order by created_at desc, id desc limit 100`.execute(service.database.db)
    const latest = ordered.rows.map(({ id }) => id)

    for (const limit of [100, 7]) {
      const { body } = await service.send('GET', `/customers?limit=${limit}`, { key })
      expect(body.data.map(({ id }: Listed) => id)).toEqual(latest.slice(0, limit))
      expect(body.meta).toMatchObject({ total: count, pages: Math.ceil(count / limit) })
    }
  })

  test.each([250, 251, 1200])('the first page of %s rows stays exact while some are added', async (count) => {
    const { key, organizationId } = await service.addOrganization(`Growing from ${count} customers`)
    await addCustomers(organizationId, count)
    const totalOf = async (query = '') => (await service.send('GET', `/customers${query}`, { key })).body.meta
    const { total, snapshot_at: snapshotAt } = await totalOf()

    await service.send('POST', '/customers', { key, body: { external_id: 'one more' } })
    const later = [await totalOf(), await totalOf()]
    const earlier = await totalOf(`?snapshot_at=${snapshotAt}`)
    const first = await totalOf('?snapshot_at=2026-01-01T00:30:00.000Z')

    expect([total, ...later.map((meta) => meta.total), earlier.total, first.total]).toEqual([
      count,
      count + 1,
      count + 1,
      count,
      2,
    ])
  })

  test('of a list of hundreds of rows only those that were added are counted again', async () => {
    const { key, organizationId } = await service.addOrganization('Known')
    await addCustomers(organizationId, 251)
    const totalOf = async () => (await service.send('GET', '/customers', { key })).body.meta.total
    await totalOf()

    await service.database.db
      .updateTable('listTotals')
      .set({ total: 5000 })
      .where('organizationId', '=', organizationId)
      .execute()
    await service.send('POST', '/customers', { key, body: { external_id: 'one more' } })

    expect(await totalOf()).toBe(5001)
  })

  test.each([
    [300, 1],
    [1001, 1],
    [1300, 1100],
  ])('of %s plans, those are counted that were not archived since, one or %s', async (count, archivedLater) => {
    const { key, organizationId } = await service.addOrganization(`With ${count} plans`)
    await addPlans(organizationId, count)
    const plans = async (query = '') => (await service.send('GET', `/plans${query}`, { key })).body
    const archive = (id: string, archived: boolean) =>
      service.send('PATCH', `/plans/${id}`, { key, body: { archived } })
    const before = await plans()
    const [{ id }] = before.data

    await sql`update plans set archived_at = now() where (organization_id, id) in (
      select organization_id, id from plans where organization_id = ${organizationId} order by created_at, id limit ${archivedLater - 1})`.execute(
      service.database.db,
    )
    await archive(id, true)
    const then = `snapshot_at=${before.meta.snapshot_at}`
    const without = [await plans(), await plans('?sort=name'), await plans(`?${then}`), await plans(`?page=2&${then}`)]
    await archive(id, false)
    await service.send('POST', '/plans', { key, body: aMonthlyPlan({ name: 'One more' }) })
    const after = [await plans(), await plans('?order=asc'), await plans('?include=archived')]
    const again = [await plans(`?${then}`), await plans(`?page=2&${then}`), await plans(`?search=plan&${then}`)]

    expect(before.meta.total).toBe(count)
    expect(without.map(({ meta }) => meta.total)).toEqual(Array(4).fill(count - archivedLater))
    const forSale = count - archivedLater + 2
    expect(after.map(({ meta }) => meta.total)).toEqual([forSale, forSale, count + 1])
    expect(again.map(({ meta }) => meta.total)).toEqual(Array(3).fill(forSale - 1))
  })

  test('no total is stored that was counted before the last row of its snapshot was committed', async () => {
    const { key, organizationId } = await service.addOrganization('Slow to commit')
    await addCustomers(organizationId, 300)
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const stamped = Promise.withResolvers<string>()
    const writing = write(service.database.db, organizationId, async ({ db, now }) => {
      const row = { id: `cus_${randomUUID()}`, metadata: '{}', createdAt: now, updatedAt: now }
      await db.insertInto('customers').values(row).execute()
      stamped.resolve(now)
      await mayCommit
    })

    const listing = service.send('GET', `/customers?snapshot_at=${await stamped.promise}`, { key })
    await wait(200)
    commit()
    const totals = [(await listing).body.meta.total, (await service.send('GET', '/customers', { key })).body.meta.total]

    await writing
    expect(totals).toEqual([301, 301])
  })

  test('a list at a snapshot is read over connections that somebody has reset', async () => {
    const { body } = await service.send('GET', '/plans')
    const path = `/plans?snapshot_at=${body.meta.snapshot_at}`
    const statuses: number[] = []
    // From the sixth time on, PostgreSQL plans it for all values.
    for (let time = 0; time < 8; time++) {
      await sql`select set_config('billing_checkout.snapshot_at', '', false)`.execute(service.database.db)
      statuses.push((await service.send('GET', path)).status)
    }

    expect(statuses).toEqual(Array(8).fill(200))
  })

  test('a list whose every row was archived is empty', async () => {
    const { key } = await service.addOrganization('With a plan of former times')
    const { body: plan } = await service.send('POST', '/plans', { key, body: aMonthlyPlan() })
    await service.send('PATCH', `/plans/${plan.id}`, { key, body: { archived: true } })

    const { body } = await service.send('GET', '/plans', { key })

    expect(body).toMatchObject({ data: [], meta: { total: 0, pages: 0 } })
  })

  const addPlans = (organizationId: string, count: number) =>
    sql`insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
      select ${organizationId}, 'price_' || gen_random_uuid(), 'Plan ' || n, 'recurring', 'months', 1,
        '{"default": {"amount": 999, "currency": "EUR"}, "countries": []}', now(), now() from generate_series(1, ${count}) n`.execute(
      service.database.db,
    )

  const addCustomers = (organizationId: string, count: number) =>
    sql`insert into customers (organization_id, id, email, metadata, created_at, updated_at)
      select ${organizationId}, 'cus_' || gen_random_uuid(), 'reader@example.com', '{}', timestamptz '2026-01-01Z' + n / 3 * interval '1 hour', now()
      from generate_series(1, ${count}) n`.execute(service.database.db)
})
