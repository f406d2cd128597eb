import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'

interface Tables {
  lamps: { id: string; watts: number; about: { color: string } | null }
}

let database: TestDatabase
let lamps: Kysely<Tables>
beforeAll(async () => {
  database = await openTestDatabase('embedded', 'no tables')
  lamps = database.db as unknown as Kysely<Tables>
  await sql`create table lamps (id text primary key, watts int not null check (watts > 0), about jsonb)`.execute(lamps)
})
afterAll(() => database.close())

const add = (id: string, watts: number) =>
  lamps.insertInto('lamps').values({ id, watts, about: JSON.stringify({ color: 'warm' }) as never })
const find = (id: string) => lamps.selectFrom('lamps').selectAll().where('id', '=', id).execute()

test('a statement with parameters is planned once, and returns the same rows and counts on every run', async () => {
  await add('desk', 7).execute()
  const added = await add('floor', 40).executeTakeFirst()

  expect(added.numInsertedOrUpdatedRows).toBe(1n)
  expect(await find('desk')).toEqual([{ id: 'desk', watts: 7, about: { color: 'warm' } }])
  expect(await find('floor')).toMatchObject([{ watts: 40 }])
  expect(await find('wall')).toEqual([])
  const { rows } = await sql<{ uses: number }>`
    select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
    where statement like 'insert into "lamps"%'`.execute(lamps)
  expect(rows).toEqual([{ uses: 2 }])
})

test('a statement without parameters is planned once if it reads rows', async () => {
  const count = () => sql<{ lamps: number }>`select count(*)::int as lamps from lamps where watts > 1000`.execute(lamps)

  expect((await count()).rows).toEqual([{ lamps: 0 }])
  await add('stage', 2000).execute()
  expect((await count()).rows).toEqual([{ lamps: 1 }])

  const { rows } = await sql<{ uses: number }>`
    select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
    where statement like 'select count(*)%'`.execute(lamps)
  expect(rows).toEqual([{ uses: 2 }])
})

test('a statement that fails reports why, undoes its transaction, and can run again', async () => {
  const both = lamps.transaction().execute(async (work) => {
    await work.insertInto('lamps').values({ id: 'hall', watts: 5, about: null }).execute()
    await work.insertInto('lamps').values({ id: 'cellar', watts: 0, about: null }).execute()
  })

  await expect(both).rejects.toMatchObject({ code: '23514' })
  expect(await find('hall')).toEqual([])
  await add('hall', 5).execute()
  expect(await find('hall')).toMatchObject([{ watts: 5 }])
})

test('a table that has changed since is read with its new columns', async () => {
  await add('porch', 9).execute()
  await find('porch')

  await sql`alter table lamps add column room text not null default 'unknown'`.execute(lamps)

  expect(await find('porch')).toMatchObject([{ watts: 9, room: 'unknown' }])
})
