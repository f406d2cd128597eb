import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'
import { rowLookup } from './row-lookup.ts'

test('a lookup of many rows keeps one plan, whatever their number', async () => {
  const { db, close } = await openTestDatabase('postgresql', 'no tables')
  onTestFinished(close)
  await sql`create table things (id text primary key)`.execute(db)
  await sql`insert into things select 'thing_' || n from generate_series(1, 20) as n`.execute(db)
  const { textOfMany } = rowLookup<{ id: string }>('things', ['id'])

  await db.connection().execute(async (connection) => {
    await sql.raw(`prepare look_up (text[]) as ${textOfMany}`).execute(connection)
    const lookUp = (names: readonly string[]) =>
      sql.raw(`execute look_up(array[${names.map((name) => `'${name}'`).join(', ')}])`).execute(connection)
    for (const count of [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]) {
      const names = Array.from({ length: count }, (_, index) => `thing_${index + 1}`)

      expect((await lookUp(names)).rows).toEqual(names.map((id, index) => ({ place: index + 1, id })))
    }
    const { rows } = await sql`select custom_plans::int as custom, generic_plans::int as kept
      from pg_prepared_statements where name = 'look_up'`.execute(connection)
    expect(rows).toEqual([{ custom: 5, kept: 5 }])
  })
})
