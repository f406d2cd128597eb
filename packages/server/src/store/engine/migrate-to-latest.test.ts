import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/support/databases.ts'
import { type Migration, migrateToLatest } from './migrate-to-latest.ts'
import { openPostgresql } from './postgresql/open.ts'
import type { Schema } from '../schema/schema.ts'

const migrationOf = (version: number, statement: string): Migration => ({
  version,
  name: `step ${version}`,
  up: async (db) => {
    await sql.raw(statement).execute(db)
  },
})
const first = migrationOf(1, 'create table words (word text)')
const second = migrationOf(2, `insert into words values ('camelCase')`)

describeEachDatabase('a schema', (open, kind) => {
  test('gets each migration once, in order', async () => {
    const { db } = await open('no tables')

    expect(await migrateToLatest(db, [first])).toEqual([first])
    expect(await migrateToLatest(db, [first, second])).toEqual([second])
    expect(await migrateToLatest(db, [first, second])).toEqual([])

    const { rows } = await sql`select version, name from schema_migrations order by version`.execute(db)
    expect(rows).toEqual([
      { version: 1, name: 'step 1' },
      { version: 2, name: 'step 2' },
    ])
  })

  test('stays as it was before a migration that fails', async () => {
    const { db } = await open('no tables')
    const failing: Migration = {
      version: 2,
      name: 'half done',
      up: async (transaction) => {
        await second.up(transaction)
        await sql`select no_such_function()`.execute(transaction)
      },
    }

    await expect(migrateToLatest(db, [first, failing])).rejects.toMatchObject({ code: '42883' })

    const { rows } = await sql`select (select count(*) from words) as words,
      (select max(version) from schema_migrations) as version`.execute(db)
    expect(rows).toEqual([{ words: 0, version: 1 }])
  })

  test('of a newer server is left alone', async () => {
    const { db } = await open('no tables')
    await migrateToLatest(db, [first, second])

    const migrating = migrateToLatest(db, [first])

    await expect(migrating).rejects.toMatchObject({ code: 'database_newer_schema' })
    await expect(migrating).rejects.toThrow('The database has schema version 2, this server knows 1')
  })

  test.runIf(kind === 'postgresql')('is migrated once by servers that start together', async () => {
    const one = await open('no tables')
    const other = await openPostgresql<Schema>(one.url!, { mode: 'live' })

    const applied = await Promise.all([one.db, other.db, one.db].map((db) => migrateToLatest(db, [first, second])))
    await other.close()

    expect(
      applied
        .flat()
        .map(({ version }) => version)
        .toSorted(),
    ).toEqual([1, 2])
  })
})
