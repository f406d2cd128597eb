import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { openPostgresql } from '../postgresql/open.ts'
import { awaitSchema } from './await-schema.ts'
import { createIndexConcurrently, migrateToLatest } from './migrate-to-latest.ts'
import type { Migration } from './migration.ts'

const migrationOf = (version: number, statement: string): Migration => ({
  version,
  name: `step ${version}`,
  up: async (db) => {
    await sql.raw(statement).execute(db)
  },
})
const first = migrationOf(1, 'create table words (word text)')
const second = migrationOf(2, `insert into words values ('camelCase')`)

/** Resolves when another transaction waits for a lock on the `words` table. */
const untilSomebodyWaits = async (db: TestDatabase['db']): Promise<void> => {
  const countWaiting = async () => {
    const { rows } = await sql`select from pg_locks where relation = 'words'::regclass and not granted
      union all select from pg_stat_activity
      where query like 'create index concurrently%' and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  await expect.poll(countWaiting).toBeGreaterThan(0)
}

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

  test('without its history is treated as half of a restored backup, and no server starts on it', async () => {
    const { db } = await open('no tables')
    await migrateToLatest(db, [migrationOf(1, 'create table organizations (id text)')])
    await sql`delete from schema_migrations`.execute(db)

    await expect(awaitSchema(db, [first])).rejects.toMatchObject({ code: 'database_restore_unfinished' })
    await expect(migrateToLatest(db, [first])).rejects.toMatchObject({ code: 'database_restore_unfinished' })
  })

  test('is unchanged after a migration that fails', async () => {
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

  test('of a newer server is not changed', async () => {
    const { db } = await open('no tables')
    await migrateToLatest(db, [first, second])

    const migrating = migrateToLatest(db, [first])

    await expect(migrating).rejects.toMatchObject({ code: 'database_newer_schema' })
    await expect(migrating).rejects.toThrow('The database has schema version 2, this server knows 1')
  })

  test('gets a missing migration even if its number is lower than an applied one', async () => {
    const { db } = await open('no tables')
    const third = migrationOf(3, 'create table numbers (number integer)')
    await migrateToLatest(db, [first, third])

    expect(await migrateToLatest(db, [first, second, third])).toEqual([second])
  })

  test('lets an older server start at once if nothing that it needs is missing', async () => {
    const { db } = await open('no tables')
    expect(await awaitSchema(db, [first])).toEqual([first])
    await migrateToLatest(db, [first, second])
    expect(await awaitSchema(db, [first])).toEqual([])

    const taking: Migration = { ...migrationOf(3, 'drop table words'), needsVersion: 2 }
    await migrateToLatest(db, [first, second, taking])

    await expect(awaitSchema(db, [first])).rejects.toMatchObject({ code: 'database_newer_schema' })
    expect(await awaitSchema(db, [first, second])).toEqual([])
  })

  test('that is older than the server makes the server wait, then refuse to start, and is not changed', async () => {
    const { db } = await open('no tables')
    await migrateToLatest(db, [first])

    const refused = awaitSchema(db, [first, second], undefined, { waitMillis: 2, checkEveryMillis: 1 })
    await expect(refused).rejects.toMatchObject({ code: 'database_older_schema' })
    await expect(refused).rejects.toThrow('run `billing-checkout migrate`')
    const waiting = awaitSchema(db, [first, second], undefined, { waitMillis: 60_000, checkEveryMillis: 5 })
    await migrateToLatest(db, [first, second])

    expect(await waiting).toEqual([])
  })

  test('gets an index while it is in use, even if an earlier attempt left an unfinished one', async () => {
    const { db } = await open('no tables')
    const indexing: Migration = {
      version: 2,
      name: 'words by word',
      runs: 'alone',
      up: (alone) => createIndexConcurrently(alone, 'words_by_word', 'on words (word)'),
    }
    await migrateToLatest(db, [first])
    await sql`create index words_by_word on words ((word || 'half'))`.execute(db)
    await sql`update pg_index set indisvalid = false where indexrelid = 'words_by_word'::regclass`.execute(db)

    expect(await migrateToLatest(db, [first, indexing])).toEqual([indexing])

    const { rows } = await sql<{ text: string }>`select pg_get_indexdef('words_by_word'::regclass) as text`.execute(db)
    expect(rows[0]!.text).toContain('(word)')
  })

  test.runIf(kind === 'postgresql').each([
    ['changes a table', migrationOf(2, 'alter table words add column language text')],
    [
      'makes an index',
      {
        version: 2,
        name: 'words by word',
        runs: 'alone',
        up: (alone) => createIndexConcurrently(alone, 'words_by_word', 'on words (word)'),
      } satisfies Migration,
    ],
  ])('that is used by a long transaction keeps nobody else waiting for whoever %s', async (_, migration) => {
    const { db } = await open('no tables')
    await migrateToLatest(db, [first])
    const begun = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const using = db.transaction().execute(async (transaction) => {
      await sql`insert into words values ('long')`.execute(transaction)
      begun.resolve()
      await over.promise
    })
    await begun.promise

    const migrating = migrateToLatest(db, [first, migration], 1)
    await untilSomebodyWaits(db)

    await sql`insert into words values ('short')`.execute(db)
    expect((await sql`select word from words`.execute(db)).rows).toEqual([{ word: 'short' }])
    over.resolve()
    await using
    expect(await migrating).toEqual([migration])
  })

  test.runIf(kind === 'postgresql')('gets a step that gives way to a transaction in a deadlock', async () => {
    const { db } = await open('no tables')
    await migrateToLatest(db, [first, migrationOf(2, 'create table numbers (number integer)')])
    const usesNumbers = Promise.withResolvers<void>()
    const changedWords = Promise.withResolvers<void>()
    let tries = 0
    const third: Migration = {
      version: 3,
      name: 'both tables',
      up: async (step) => {
        await sql`alter table words add column language text`.execute(step)
        changedWords.resolve()
        tries += 1
        if (tries === 1) await untilSomebodyWaits(db)
        await sql`alter table numbers add column note text`.execute(step)
      },
    }
    const using = db.transaction().execute(async (transaction) => {
      await sql`insert into numbers values (1)`.execute(transaction)
      usesNumbers.resolve()
      await changedWords.promise
      await sql`insert into words values ('written')`.execute(transaction)
    })
    await usesNumbers.promise

    const migrating = migrateToLatest(db, [first, migrationOf(2, ''), third], 1)

    await using
    expect(await migrating).toEqual([third])
    expect(tries).toBeGreaterThan(1)
  })

  test.runIf(kind === 'postgresql')('is migrated once by servers that start together', async () => {
    const one = await open('no tables')
    const other = await openPostgresql(one.url!, { mode: 'live' })

    const applied = await Promise.all([
      migrateToLatest(one.db, [first, second]),
      migrateToLatest(other.db, [first, second]),
      migrateToLatest(one.db, [first, second]),
    ])
    await other.close()

    expect(
      applied
        .flat()
        .map(({ version }) => version)
        .toSorted(),
    ).toEqual([1, 2])
  })
})
