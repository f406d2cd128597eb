import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase, templatesOf, type TestDatabase } from './databases.ts'

// The first file of a run waits here until the template is made. This way, the wait does not count toward the time limit of its first
// story.
beforeAll(async () => void (await templatesOf('embedded')))

test('an embedded database that another story returned is as new', async () => {
  const first = await openTestDatabase('embedded')
  const whenNew = await readAll(first)
  await sql`insert into organizations (id, name, settings, created_at, updated_at)
    values ('org_1', 'One', '{}', now(), now())`.execute(first.db)
  await sql`update clock set offset_millis = 5`.execute(first.db)
  await sql`select nextval('events_sequence_seq')`.execute(first.db)
  const whenUsed = await readAll(first)

  await first.close()
  const next = await openTestDatabase('embedded')

  await expect(sql`select 1`.execute(first.db)).rejects.toThrow()
  expect(whenUsed).not.toEqual(whenNew)
  expect(await readAll(next)).toEqual(whenNew)
  await next.close()
})

/** Every row of every table, and the position of every sequence. */
const readAll = async ({ db }: TestDatabase): Promise<unknown> => {
  const { rows } = await sql<{ schema: string; table: string; rows: string }>`
    select table_schema as schema, table_name as table,
      query_to_xml(format('select * from %I.%I', table_schema, table_name), true, false, '')::text as rows
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_schema not like 'pg_temp%'
    order by 1, 2`.execute(db)
  const sequences = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db)
  return { rows, sequences: sequences.rows }
}
