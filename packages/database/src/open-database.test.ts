import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../test/support/databases/databases.ts'
import { isUniqueViolation } from './errors/error-codes.ts'

describeEachDatabase('an open database', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })

  const valueOf = async (expression: ReturnType<typeof sql>): Promise<unknown> => {
    const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(database.db)
    return rows[0]?.value
  }

  test.each([
    ['an int8', '1000000000000::int8', 1_000_000_000_000],
    ['a row count', '(select count(*) from clock)', 1],
    ['an int4', '7::int4', 7],
    ['a numeric', '1.50::numeric', '1.50'],
    ['a float8', '1.5::float8', 1.5],
    ['a boolean', 'true', true],
    ['a timestamptz', "'2026-11-21T10:00:00.25+02'::timestamptz", '2026-11-21T08:00:00.250Z'],
    ['a date', "'2026-11-21'::date", '2026-11-21'],
    ['an interval', "'1 day'::interval", '1 day'],
    ['a jsonb', `'{"some_key": [1, {"other_key": null}]}'::jsonb`, { some_key: [1, { other_key: null }] }],
    ['a jsonb array', `'[{"some_key": 1}]'::jsonb`, [{ some_key: 1 }]],
    ['a bytea', String.raw`'\x00ff10'::bytea`, Buffer.from([0, 255, 16])],
    ['a text[]', `array['a', null, 'b,"c"']`, ['a', null, 'b,"c"']],
    ['an int8[]', 'array[1, null, 1000000000000]::int8[]', [1, null, 1_000_000_000_000]],
    ['an empty int8[]', 'array[]::int8[]', []],
    ['a timestamptz[]', "array['2026-11-21 08:00Z'::timestamptz, null]", ['2026-11-21T08:00:00.000Z', null]],
    ['a null', 'null::int8', null],
  ])('%s is read as the code expects it', async (_, expression, value) => {
    expect(await valueOf(sql.raw(expression))).toEqual(value)
  })

  test.each([
    ['JSON text', sql`${JSON.stringify({ some_key: '🙂' })}::jsonb`, { some_key: '🙂' }],
    ['JSON text of an array', sql`${JSON.stringify([{ some_key: 1 }])}::jsonb`, [{ some_key: 1 }]],
    ['a Timestamp', sql`${'2026-11-21T08:00:00.250Z'}::timestamptz`, '2026-11-21T08:00:00.250Z'],
    ['bytes', sql`${Uint8Array.of(0, 255, 16)}::bytea`, Buffer.from([0, 255, 16])],
    ['a large amount', sql`${1_000_000_000_000}::int8`, 1_000_000_000_000],
    ['a bigint', sql`${10n ** 12n}::int8`, 1_000_000_000_000],
    ['a list of texts', sql`${'b,"c'} = any(${['a', 'b,"c']}::text[])`, true],
    ['a null', sql`${null}::jsonb`, null],
  ])('%s can be a parameter', async (_, expression, value) => {
    expect(await valueOf(expression)).toEqual(value)
  })

  test('a unique violation names its constraint', async () => {
    await sql`create table once_only (id text constraint once_only_id unique)`.execute(database.db)
    const insert = () => sql`insert into once_only values ('a')`.execute(database.db)
    await insert()

    const error = await insert().catch((thrown: unknown) => thrown)

    expect(isUniqueViolation(error)).toBe(true)
    expect(isUniqueViolation(error, 'once_only_id')).toBe(true)
    expect(isUniqueViolation(error, 'another')).toBe(false)
    expect(isUniqueViolation(new Error('another fault'))).toBe(false)
  })

  test('a transaction that fails leaves nothing behind, and the next one works', async () => {
    await sql`create table kept (id integer)`.execute(database.db)
    const fail = database.db.transaction().execute(async (transaction) => {
      await sql`insert into kept values (1)`.execute(transaction)
      throw new Error('changed our mind')
    })

    await expect(fail).rejects.toThrow('changed our mind')
    await database.db.transaction().execute((transaction) => sql`insert into kept values (2)`.execute(transaction))

    expect(await valueOf(sql`(select jsonb_agg(id) from kept)`)).toEqual([2])
  })

  test('transactions at the same time do not see each other’s unfinished changes', async () => {
    await sql`create table counted (id integer)`.execute(database.db)
    const insertTwo = (id: number) =>
      database.db.transaction().execute(async (transaction) => {
        await sql`insert into counted values (${id})`.execute(transaction)
        await sql`insert into counted values (${id})`.execute(transaction)
      })

    const [counts] = await Promise.all([
      Promise.all([0, 1, 2].map(() => valueOf(sql`(select count(*) % 2 from counted)`))),
      ...[1, 2, 3, 4].map(insertTwo),
    ])

    expect(counts).toEqual([0, 0, 0])
    expect(await valueOf(sql`(select count(*) from counted)`)).toBe(8)
  })

  test('it answers a ping and can be maintained while it is used', async () => {
    const [, , value] = await Promise.all([database.maintain(), database.ping(), valueOf(sql`1`)])

    expect(value).toBe(1)
  })
})
