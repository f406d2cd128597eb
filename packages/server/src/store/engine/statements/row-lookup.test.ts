import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../../../test/support/databases/databases.ts'
import { rowLookup } from './row-lookup.ts'
import { transact } from '../transactions/transact.ts'

test('a lookup of many rows keeps one plan, whatever their number', async () => {
  const { db, close } = await openTestDatabase('postgresql', 'no tables')
  onTestFinished(close)
  await sql`create table things (id text primary key)`.execute(db)
  await sql`insert into things select 'thing_' || n from generate_series(1, 20) as n`.execute(db)
  const { textOfMany } = rowLookup<{ id: string }>('things', ['id'])
  const [before, after] = textOfMany.split('$1')

  await transact(db, async ({ db: open }) => {
    const lookUp = (names: readonly string[]) =>
      sql<{ place: number; id: string }>`${sql.raw(before!)}${names}${sql.raw(after!)}`.execute(open)
    for (const count of [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]) {
      const names = Array.from({ length: count }, (_, index) => `thing_${index + 1}`)

      expect((await lookUp(names)).rows).toEqual(names.map((id, index) => ({ place: index + 1, id })))
    }
    const { rows } = await sql`
      select custom_plans::int as custom, generic_plans::int as kept from pg_prepared_statements
      where statement like '%things%' and statement like '%asked%' and statement not like '%pg_prepared%'`.execute(open)
    expect(rows).toEqual([{ custom: 5, kept: 5 }])
  })
})
