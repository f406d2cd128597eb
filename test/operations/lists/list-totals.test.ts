import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { write } from '#server/store/writes/write.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

interface Listed {
  readonly id: string
}

describeEachDatabase('first pages and totals of lists', (open) => {
  const service = useService(open)

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

  test.each([250, 251, 1200])('the first page of %s rows stays exact while rows are added', async (count) => {
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

  test('of a list of hundreds of rows only the new ones are counted again', async () => {
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
  ])('of %s plans, the total counts those that were not archived since, one or %s', async (count, archivedLater) => {
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

  test('a list at a snapshot is read over connections that another client has reset', async () => {
    const { body } = await service.send('GET', '/plans')
    const path = `/plans?snapshot_at=${body.meta.snapshot_at}`
    const statuses: number[] = []
    // PostgreSQL uses a generic plan from the sixth execution on.
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
