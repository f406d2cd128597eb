import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'
import { planEachTimeMark } from '../statements/statement-marks.ts'
import { retryOnConflict } from '../transactions/retry-on-conflict.ts'
import { transact } from '../transactions/transact.ts'
import { StatementNames } from '../statements/statement-names.ts'
import { PipelinedClient } from './pipelined-client.ts'

const openFresh = async () => {
  const database = await openTestDatabase('postgresql', 'no tables')
  onTestFinished(() => database.close())
  return database
}

test('a statement with parameters is prepared once, however often it runs', async () => {
  const { db } = await openFresh()
  const prepared = sql<{
    n: number
  }>`select count(*)::int as n from pg_prepared_statements
    where statement like '%prepare me%' and statement not like '%pg_prepared%'`

  await transact(db, async ({ db: open }) => {
    for (let run = 0; run < 3; run++) await sql`select ${run}::int as "prepare me"`.execute(open)

    expect((await prepared.execute(open)).rows).toEqual([{ n: 1 }])
  })
})

test('rows without columns are counted correctly on every run', async () => {
  const { db } = await openFresh()

  await transact(db, async ({ db: open }) => {
    const found: number[] = []
    for (const most of [2, 3, 0])
      found.push((await sql`select from generate_series(1, ${most}::int)`.execute(open)).rows.length)

    expect(found).toEqual([2, 3, 0])
  })
})

test('a statement without parameters is prepared once', async () => {
  const { db } = await openFresh()
  const prepared = sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements
    where statement like '%fixed one%' and statement not like '%pg_prepared%'`

  await transact(db, async ({ db: open }) => {
    for (let run = 0; run < 3; run++) {
      const { rows } = await sql`select 1 as "fixed one"`.execute(open)

      expect(rows).toEqual([{ 'fixed one': 1 }])
    }
    await sql`set local application_name = 'fixed one'`.execute(open)

    expect((await prepared.execute(open)).rows).toEqual([{ n: 1 }])
  })
})

test('a statement that is better planned for its values is not prepared', async () => {
  const { db } = await openFresh()

  await transact(db, async ({ db: open }) => {
    await sql`select ${sql.raw(planEachTimeMark)} ${1}::int as one`.execute(open)

    expect(
      (await sql`select statement from pg_prepared_statements where statement like '%one%'`.execute(open)).rows,
    ).toEqual([{ statement: expect.stringContaining('pg_prepared_statements') }])
  })
})

test('a prepared statement keeps working after a migration adds a column', async () => {
  const { db } = await openFresh()
  await sql`create table growing (id integer)`.execute(db)
  const read = () => sql`select * from growing where id = ${1}`.execute(db)
  const readInTransaction = () =>
    retryOnConflict(() => transact(db, ({ db: open }) => sql`select * from growing where id = ${1}`.execute(open)))
  await sql`insert into growing values (${1})`.execute(db)
  expect((await read()).rows).toEqual([{ id: 1 }])

  await sql`alter table growing add column name text default 'a'`.execute(db)
  expect((await read()).rows).toEqual([{ id: 1, name: 'a' }])

  await sql`alter table growing add column age integer default 7`.execute(db)
  expect((await readInTransaction()).rows).toEqual([{ id: 1, name: 'a', age: 7 }])
})

test('a plan made for an empty table is replaced when the table has grown', async () => {
  const { db } = await openFresh()
  await sql`create table growing (id integer primary key)`.execute(db)
  await transact(db, async ({ db: open }) => {
    const find = () => sql`select id from growing where id = ${7}::integer`.execute(open)
    // PostgreSQL settles on a plan after five runs.
    for (let run = 0; run < 7; run++) await find()
    await sql`insert into growing select generate_series(1, 100000)`.execute(open)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await find()

    const { rows: prepared } = await sql<{ name: string }>`
      select name from pg_prepared_statements where statement like 'select id from growing%'`.execute(open)
    const { rows: plan } = await sql`explain execute ${sql.ref(prepared[0]!.name)} (7)`.execute(open)
    expect(JSON.stringify(plan)).toContain('Index Only Scan')
  })
})

test('the rows of a prepared statement are described once, and have the names of the code each time', async () => {
  const { url } = await openFresh()
  const client = new PipelinedClient({ connectionString: url! })
  onTestFinished(() => client.end())
  await client.connect()
  let described = 0
  client.connection.on('rowDescription', () => (described += 1))
  const find = async (first: number) =>
    (await (client.query('select $1::int as some_number, null as no_number', [first]) as Promise<pg.QueryResult>)).rows

  const found = [await find(1), ...(await Promise.all([find(2), find(3)]))]

  expect(found).toEqual([1, 2, 3].map((someNumber) => [{ someNumber, noNumber: null }]))
  expect(described).toBe(1)
})

test('a prepared statement without rows returns none each time', async () => {
  const { db } = await openFresh()
  await sql`create table notes (text text)`.execute(db)

  for (const text of ['a', 'b', 'c']) {
    const { rows, numAffectedRows } = await sql`insert into notes values (${text})`.execute(db)

    expect({ rows, numAffectedRows }).toEqual({ rows: [], numAffectedRows: 1n })
  }
})

test('rows that do not match their description are refused, and described again', async () => {
  const { db, url } = await openFresh()
  await sql`create table notes (id integer)`.execute(db)
  await sql`insert into notes values (1)`.execute(db)
  const client = new PipelinedClient({ connectionString: url! })
  onTestFinished(() => client.end())
  await client.connect()
  const ask = async (text: string, values: readonly unknown[] = []) =>
    (await (client.query(text, values) as Promise<pg.QueryResult>)).rows
  const find = () => ask('select * from notes where id = $1', [1])
  await find()
  await sql`alter table notes add column text text default 'a'`.execute(db)
  // Prepares the statement again under its name, now with two columns, as happens if a pooler uses another connection for each transaction.
  const [{ name }] = (await ask(
    "select name from pg_prepared_statements where statement like 'select * from notes%'",
  )) as [{ name: string }]
  await ask(`deallocate ${name}`)
  await ask(`prepare ${name} as select * from notes where id = $1`)

  await expect(find()).rejects.toThrow('A row has 2 columns instead of the described 1')
  expect(await find()).toEqual([{ id: 1, text: 'a' }])
})

test('a statement that a migration breaks inside a transaction is not run again outside it, even if the commit was sent with it', async () => {
  const { db, url } = await openFresh()
  await sql`create table notes (id integer)`.execute(db)
  const client = new PipelinedClient({ connectionString: url! })
  onTestFinished(() => client.end())
  await client.connect()
  const ask = (text: string, values: readonly unknown[] = []) => client.query(text, values) as Promise<pg.QueryResult>
  const add = (id: number) => ask('insert into notes values ($1) returning *', [id])
  await add(1)
  await sql`alter table notes add column text text`.execute(db)

  const [, added] = await Promise.allSettled([ask('begin'), add(2), ask('commit')])

  expect(added).toMatchObject({ status: 'rejected', reason: { code: '0A000' } })
  expect((await ask('select id from notes')).rows).toEqual([{ id: 1 }])
})

test('a read that deadlocks with a migration is read again', async () => {
  const { db } = await openFresh()
  await sql`create table payments (id integer)`.execute(db)
  await sql`create table attempts (id integer)`.execute(db)
  const isWaiting = async () =>
    (await sql`select from pg_locks where relation = 'payments'::regclass and not granted`.execute(db)).rows.length

  const migrated = db.transaction().execute(async (migration) => {
    // PostgreSQL cancels the transaction that detects the deadlock, so the migration must not be the first to look for it.
    await sql`set local deadlock_timeout = '20s'`.execute(migration)
    await sql`alter table payments add column note text`.execute(migration)
    const read = sql`select from attempts, payments where attempts.id = ${1}::integer`.execute(db)
    await expect.poll(isWaiting).toBe(1)
    await sql`alter table attempts add column note text`.execute(migration)
    return { read }
  })

  expect((await (await migrated).read).rows).toEqual([])
})

test('one connection learns for all of its pool that a migration has changed a table', async () => {
  const { db, url } = await openFresh()
  await sql`create table notes (id integer)`.execute(db)
  const planned = { generation: 0, names: new StatementNames() }
  const connect = async () => {
    const client = new PipelinedClient({ connectionString: url!, planned })
    onTestFinished(() => client.end())
    await client.connect()
    return (text: string, values: readonly unknown[] = []) => client.query(text, values) as Promise<pg.QueryResult>
  }
  const [one, other] = await Promise.all([connect(), connect()])
  const transact = async (ask: typeof one) => {
    await ask('begin')
    return ask('select * from notes where id = $1', [1]).finally(() => ask('rollback'))
  }
  await Promise.all([transact(one), transact(other)])
  await sql`alter table notes add column text text`.execute(db)

  await expect(transact(one)).rejects.toMatchObject({ code: '0A000' })

  expect((await transact(other)).rows).toEqual([])
})
