import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('tax identifiers of a customer (updateCustomer)', (open) => {
  const service = useService(open)
  const aCustomer = async (): Promise<string> =>
    (await service.send('POST', '/customers', { body: { email: 'mina@example.com' } })).body.id
  const give = (id: string, taxIds: unknown, key?: string) =>
    service.send('PATCH', `/customers/${id}`, { body: { tax_ids: taxIds }, ...(key && { key }) })
  const portalOf = async (id: string): Promise<string> =>
    (await service.send('POST', '/portal-session', { body: { customer: { id } } })).body.client_token

  test('are stored without separators, replaced as a whole, cleared by null, and reported by an event', async () => {
    const id = await aCustomer()
    const both = await give(id, [
      { type: 'eu_vat', value: 'de 136 695 976' },
      { type: 'ch_uid', value: 'CHE-100.155.212' },
    ])
    const one = await give(id, [{ type: 'au_abn', value: '83 914 571 673' }])
    const same = await give(id, [{ type: 'au_abn', value: '83914571673' }])
    const none = await give(id, null)
    const { body: events } = await service.send('GET', '/events?limit=1000')
    const reported = events.data
      .filter((event: { type: string; data: { object: { id: string } } }) => event.data.object.id === id)
      .map(({ data }: { data: { object: { tax_ids: unknown[] } } }) => data.object.tax_ids.length)

    expect(both.body.tax_ids).toEqual([
      { type: 'eu_vat', value: 'DE136695976' },
      { type: 'ch_uid', value: 'CHE100155212' },
    ])
    expect(one.body.tax_ids).toEqual([{ type: 'au_abn', value: '83914571673' }])
    expect([same.body.updated_at, none.body.tax_ids]).toEqual([one.body.updated_at, []])
    expect(reported).toEqual([0, 2, 1, 0])
  })

  test('can be set by the customer in the portal, which shows them', async () => {
    const id = await aCustomer()
    const key = await portalOf(id)
    const given = await give(id, [{ type: 'eu_vat', value: 'ATU13585627' }], key)
    const { body: portal } = await service.send('GET', '/portal-session', { key })

    expect(given.status).toBe(200)
    expect(portal.customer.tax_ids).toEqual([{ type: 'eu_vat', value: 'ATU13585627' }])
    expect(portal.tax_id_types).toContain('eu_vat')
  })

  test.each([
    ['a wrong check digit', [{ type: 'eu_vat', value: 'DE136695975' }], 'body.tax_ids.0.value'],
    [
      'a second one that is wrong',
      [
        { type: 'us_ein', value: '91-1144442' },
        { type: 'au_abn', value: '1' },
      ],
      'body.tax_ids.1.value',
    ],
    ['unknown type', [{ type: 'vat', value: 'DE136695976' }], 'body.tax_ids.0.type'],
    ['line break', [{ type: 'eu_vat', value: 'DE136695976\r\nBcc: x' }], 'body.tax_ids.0.value'],
    ['ten thousand characters', [{ type: 'eu_vat', value: '1'.repeat(10_000) }], 'body.tax_ids.0.value'],
    ['six', Array.from({ length: 6 }, () => ({ type: 'eu_vat', value: 'DE136695976' })), 'body.tax_ids'],
  ])('with %s are refused, and nothing changes', async (_, taxIds, path) => {
    const id = await aCustomer()
    const refused = await give(id, taxIds)

    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path])
    expect((await service.send('GET', `/customers/${id}`)).body.tax_ids).toEqual([])
  })

  test('are removed from the customer and from every event by an erasure', async () => {
    const id = await aCustomer()
    await give(id, [{ type: 'eu_vat', value: 'DE136695976' }])
    const key = await service.addKey(service.organizationId, { erasure: 'write', customers: 'read' })
    await service.send('DELETE', `/customers/${id}`, { key })
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from events where events::text like '%DE136695976%' and events::text like ${`%${id}%`}`.execute(
      service.database.db,
    )

    expect((await service.send('GET', `/customers/${id}`, { key })).body.tax_ids).toEqual([])
    expect(rows).toEqual([{ found: 0 }])
  })
})
