import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import type { Database } from '../database.ts'
import { inOrganization, type OrganizationDatabase } from '../in-organization.ts'
import { compiledForIds, compiledForOrganizations, compiledOnce } from './compiled-once.ts'
import { oneOf } from './one-of.ts'

describeEachDatabase('a statement that is compiled once', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    await sql`insert into organizations values
      ('org_a', 'A', '{}', now(), now()), ('org_b', 'B', '{}', now(), now()), ('org_c', 'C', '{}', now(), now())`.execute(
      database.db,
    )
  })

  test('runs with the values of each call, wherever and however often they occur', async () => {
    let built = 0
    const named = compiledOnce((db: Database, id: string, name: string) => {
      built += 1
      return db
        .selectFrom('organizations')
        .select(['id', 'createdAt'])
        .where((either) => either.or([either('id', '=', id), either('name', '=', name), either('name', '=', id)]))
        .where('id', '<>', 'org_c')
        .orderBy('id')
    })

    expect((await named(database.db, 'org_a', 'B')).map(({ id }) => id)).toEqual(['org_a', 'org_b'])
    expect((await named(database.db, 'org_c', 'C')).map(({ id }) => id)).toEqual([])
    expect((await named(database.db, 'A', 'none')).map(({ id }) => id)).toEqual(['org_a'])
    expect((await named(database.db, 'A', 'none'))[0]!.createdAt).toMatch(/Z$/)
    expect(built).toBe(1)
  })

  test('takes lists and limits as values', async () => {
    const some = compiledOnce((db: Database, ids: readonly string[], limit: number) =>
      db.selectFrom('organizations').select('id').where('id', '=', oneOf(ids)).orderBy('id').limit(limit),
    )

    expect(await some(database.db, ['org_b', 'org_c'], 5)).toEqual([{ id: 'org_b' }, { id: 'org_c' }])
    expect(await some(database.db, ['org_a', 'org_c'], 1)).toEqual([{ id: 'org_a' }])
  })

  test('is never compiled for one organization only', async () => {
    const all = compiledOnce((db: Database) => db.selectFrom('organizations').select('id'))

    await expect(all(inOrganization(database.db, 'org_a'))).rejects.toThrow('not one narrowed to an organization')
    expect(await all(database.db)).toHaveLength(3)
  })

  test('over the rows of organizations it finds those of the caller, joined ones too, and is compiled without a caller', async () => {
    let built = 0
    const plansOf = compiledForOrganizations((db: OrganizationDatabase, name: string) => {
      built += 1
      return db
        .selectFrom('plans')
        .leftJoin('plans as same', 'same.name', 'plans.name')
        .select(['plans.id', 'same.id as sameId'])
        .where((either) => either.or([either('plans.name', '=', name), either('plans.id', '=', 'none')]))
        .orderBy('plans.id')
    })
    for (const organizationId of ['org_a', 'org_b']) {
      await sql`insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
        values (${organizationId}, ${`plan_of_${organizationId}`}, 'Reader', 'recurring', 'months', 1,
          '{"default": {"amount": 1, "currency": "EUR"}, "countries": []}', now(), now())`.execute(database.db)
    }
    const found = (organizationId: string) => plansOf(inOrganization(database.db, organizationId), 'Reader')

    expect(await found('org_a')).toEqual([{ id: 'plan_of_org_a', sameId: 'plan_of_org_a' }])
    expect(await found('org_b')).toEqual([{ id: 'plan_of_org_b', sameId: 'plan_of_org_b' }])
    expect(await found('org_c')).toEqual([])
    expect(built).toBe(1)
  })

  test('finds one id with a plan that is made once, and also several or none', async () => {
    await sql`insert into customers (organization_id, id, metadata, created_at, updated_at)
      select 'org_a', 'cus_' || n, '{}', now(), now() from generate_series(1, 1000) n`.execute(database.db)
    await sql`analyze customers`.execute(database.db)
    const customers = compiledForIds((db: OrganizationDatabase, ids) =>
      db.selectFrom('customers as foundById').select('id').where('id', '=', ids).orderBy('id'),
    )

    await database.db.connection().execute(async (connection) => {
      const db = inOrganization(connection, 'org_a')
      for (let asked = 0; asked < 10; asked++) expect(await customers(db, ['cus_3'])).toEqual([{ id: 'cus_3' }])
      const { rows } = await sql<{ afresh: number; once: number }>`
        select custom_plans::integer as afresh, generic_plans::integer as once from pg_prepared_statements
        where statement like ${'%as "found_by_id"%'}`.execute(connection)
      // PostgreSQL makes five custom plans before it settles on a generic plan, so 10 runs are five of each.
      expect(rows).toEqual([{ afresh: 5, once: 5 }])

      expect(await customers(db, ['cus_2', 'none', 'cus_4'])).toEqual([{ id: 'cus_2' }, { id: 'cus_4' }])
      expect(await customers(db, [])).toEqual([])
      expect(await customers(inOrganization(connection, 'org_b'), ['cus_3'])).toEqual([])
    })
  })

  test('over the rows of organizations refuses a handle without an organization', async () => {
    const all = compiledForOrganizations((db: OrganizationDatabase) => db.selectFrom('plans').select('id'))
    const installation = compiledForOrganizations((db: OrganizationDatabase) => db.selectFrom('clock').selectAll())

    await expect(all(database.db as OrganizationDatabase)).rejects.toThrow('narrowed to one organization')
    await expect(installation(inOrganization(database.db, 'org_a'))).rejects.toThrow(
      'no table owned by an organization',
    )
  })
})
