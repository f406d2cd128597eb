import { shareConnection } from '@billing-checkout/database'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases/databases.ts'
import { acrossOrganizations, type AllOrganizationsDatabase } from './across-organizations.ts'
import { inOrganization, type OrganizationDatabase } from './in-organization.ts'

const at = '2026-11-21T10:00:00.000Z'

describeEachDatabase('the handle of an organization', (open) => {
  const begin = async () => {
    const { db } = await open()
    const organization = (id: string) => ({ id, name: id, settings: '{}', createdAt: at, updatedAt: at })
    await db
      .insertInto('organizations')
      .values([organization('org_own'), organization('org_other')])
      .execute()
    const [own, other] = [inOrganization(db, 'org_own'), inOrganization(db, 'org_other')]
    for (const each of [own, other])
      await each
        .insertInto('events')
        .values(event(`evt_${each.organizationId}`))
        .execute()
    return { db, own, other, every: acrossOrganizations(db, 'operator') }
  }
  const event = (id: string) =>
    ({ id, type: 'customer.created', object: '{}', who: 'system', what: 'test', createdAt: at }) as const
  const idsIn = async (db: OrganizationDatabase | AllOrganizationsDatabase) =>
    (await (db as OrganizationDatabase).selectFrom('events').select('id').orderBy('id').execute()).map(({ id }) => id)

  test('finds its own rows, also under another name and in subqueries', async () => {
    const { own } = await begin()

    const renamed = await own.selectFrom('events as told').select('told.id').execute()
    const inner = await own
      .selectFrom('organizations')
      .select('id')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('events').whereRef('events.organizationId', '=', 'organizations.id')),
      )
      .execute()
    const common = await own
      .with('told', (db) => db.selectFrom('events').select('id'))
      .selectFrom('told')
      .select('id')
      .execute()

    expect(await idsIn(own)).toEqual(['evt_org_own'])
    expect(renamed).toEqual([{ id: 'evt_org_own' }])
    expect(inner).toEqual([{ id: 'org_own' }])
    expect(common).toEqual([{ id: 'evt_org_own' }])
  })

  test('joins its own rows only, and an outer join finds nothing if it has none', async () => {
    const { own } = await begin()

    const joined = await own
      .selectFrom('organizations')
      .leftJoin('events', (join) => join.onRef('events.organizationId', '=', 'organizations.id'))
      .select(['organizations.id', 'events.id as event'])
      .orderBy('organizations.id')
      .execute()

    expect(joined).toEqual([
      { id: 'org_other', event: null },
      { id: 'org_own', event: 'evt_org_own' },
    ])
  })

  test('an “or” in SQL text does not reach beyond its own condition', async () => {
    const { own } = await begin()

    const found = await own
      .selectFrom('events')
      .select('id')
      .where(sql<boolean>`false or true`)
      .execute()

    expect(found).toEqual([{ id: 'evt_org_own' }])
  })

  test('changes and deletes nothing of another organization', async () => {
    const { own, every } = await begin()

    await own.updateTable('events').set({ object: '{"seen":true}' }).execute()
    const changed = await every.selectFrom('events').select(['id', 'object']).orderBy('id').execute()
    await own.deleteFrom('events').execute()

    expect(changed).toEqual([
      { id: 'evt_org_other', object: {} },
      { id: 'evt_org_own', object: { seen: true } },
    ])
    expect(await idsIn(every)).toEqual(['evt_org_other'])
  })

  test('makes every new row its own: a given one, several, one that was read, and selected rows', async () => {
    const { own, other, every } = await begin()
    const read = await other.selectFrom('events').selectAll().executeTakeFirstOrThrow()
    const { sequence: _, before: __, ...columns } = read

    await own
      .insertInto('events')
      .values([event('evt_1'), event('evt_2')])
      .execute()
    await own
      .insertInto('events')
      .values({ ...columns, id: 'evt_3', object: '{}' })
      .execute()
    await own
      .insertInto('events')
      .columns(['id', 'type', 'object', 'who', 'what', 'createdAt'])
      .expression((db) =>
        db
          .selectFrom('events')
          .select((row) => [row.val('evt_4').as('id'), 'type', 'object', 'who', 'what', 'createdAt'])
          .where('id', '=', 'evt_1'),
      )
      .execute()

    expect(await idsIn(own)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_org_own'])
    expect(await idsIn(every)).toHaveLength(6)
  })

  test('is not widened to another organization or to all of them', async () => {
    const { own } = await begin()

    expect(inOrganization(own, 'org_own')).toBe(own)
    expect(() => inOrganization(own, 'org_other')).toThrow('org_own')
    expect(() => acrossOrganizations(own, 'operator')).toThrow('org_own')
  })

  test('finds its own rows only where the schema is named, and overwrites only rows whose key names their owner', async () => {
    const { own, other } = await begin()
    const overwrite = other
      .insertInto('events')
      .values(event('evt_org_own'))
      .onConflict((clash) => clash.column('id').doUpdateSet({ object: '{}' }))

    const found = await own.withSchema('public').selectFrom('events').select('id').execute()

    expect(found).toEqual([{ id: 'evt_org_own' }])
    await expect(overwrite.execute()).rejects.toThrow('only if its conflict key contains')
  })

  test('refuses a merge, which no condition can narrow, and cannot be shared once it is narrowed', async () => {
    const { own } = await begin()
    const merge = own
      .mergeInto('events')
      .using('organizations', 'organizations.id', 'events.id')
      .whenMatched()
      .thenDelete()

    await expect(merge.execute()).rejects.toThrow('A merge cannot be narrowed')
    expect(() => shareConnection(own)).toThrow('Share the connection first')
  })
})
