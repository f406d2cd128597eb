import { type Kysely, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { rowLookup } from '../statements/row-lookup.ts'
import { MustRunAlone, type SharedWork, transactTogether } from './shared-transaction.ts'

interface Tables {
  readonly teas: { readonly id: string; readonly maker: string; readonly grade: number; readonly pickedAt: string }
  readonly tastings: { readonly tea: string; readonly note: string }
}

type Work<Result> = SharedWork<Tables, string, Result>

const teaById = rowLookup<Tables['teas']>('teas', ['id'])
const teaLocked = rowLookup<Tables['teas']>('teas', ['id'], { lock: 'wait' })
const teasOfMaker = rowLookup<Tables['teas']>('teas', ['maker'], {
  where: 'found.grade > 1',
  orderBy: 'found.grade desc',
})
const teaPickedAt = rowLookup<Tables['teas']>('teas', ['maker', 'pickedAt'], { types: { pickedAt: 'timestamptz' } })

describeEachDatabase('a shared transaction', (open) => {
  let database: TestDatabase
  let db: Kysely<Tables>
  let statements: string[]

  beforeAll(async () => {
    database = await open('no tables')
    await sql`create table teas (id text primary key, maker text, grade integer, picked_at timestamptz)`.execute(
      database.db,
    )
    await sql`create table tastings (tea text references teas, note text unique)`.execute(database.db)
    db = database.db as unknown as Kysely<Tables>
  })
  beforeEach(async () => {
    await sql`truncate teas, tastings`.execute(db)
    await sql`insert into teas values ('a', 'Nine Kettles', 1, '2026-01-01Z'), ('b', 'Nine Kettles', 2, '2026-02-01Z'),
      ('c', 'Nine Kettles', 3, '2026-03-01Z'), ('d', 'Atlas', 2, '2026-03-01Z')`.execute(db)
    statements = []
  })

  const share = <Result>(...works: readonly Work<Result>[]) =>
    transactTogether<Tables, string, Result, { work: Work<Result> }>(
      db,
      works.map((work) => ({ work })),
      async (begun) => {
        statements.push((await sql<{ word: string }>`select 'begun' as word`.execute(begun)).rows[0]!.word)
        return statements[0]!
      },
    )
  const gradeTo =
    (id: string, grade: number): Work<void> =>
    async ({ find, update }) => {
      await find(teaLocked, [id])
      update('teas', { id }, { grade })
    }
  const taste =
    (tea: string, note: string): Work<string> =>
    async ({ insert }) => {
      insert('tastings', { tea, note })
      return note
    }
  const grades = async () =>
    (await db.selectFrom('teas').select(['id', 'grade']).orderBy('id').execute()).map(Object.values)
  const notes = async () =>
    (await db.selectFrom('tastings').select('note').orderBy('note').execute()).map(({ note }) => note)
  const failed = (share: Promise<unknown>) => share.catch((error: unknown) => error)

  test('returns each piece of work its own rows, in order, and none if there are none', async () => {
    const results = await share(
      ({ find }) => find(teasOfMaker, ['Nine Kettles']),
      ({ find }) => find(teasOfMaker, ['Atlas']),
      ({ find }) => find(teasOfMaker, ['Nobody']),
      ({ find }) => find(teaPickedAt, ['Atlas', '2026-03-01T00:00:00.000Z']),
      ({ find }) => find(teaPickedAt, ['Nine Kettles', '2026-02-01T00:00:00.000Z']),
      ({ find }) => find(teaById, ['a']),
      ({ find }) => find(teaById, ['a']),
    )

    const found = results.map((result) => (result.status === 'fulfilled' ? result.value.map(({ id }) => id) : result))
    expect(found).toEqual([['c', 'b'], ['d'], [], ['d'], ['b'], ['a'], ['a']])
    expect(results[1]).toMatchObject({
      value: [{ id: 'd', maker: 'Atlas', grade: 2, pickedAt: '2026-03-01T00:00:00.000Z' }],
    })
    expect(Object.keys(results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))[2]!)).toEqual([
      'id',
      'maker',
      'grade',
      'pickedAt',
    ])
  })

  test('gives every piece of work the result of beginning the transaction', async () => {
    const results = await share(
      (_, begun) => begun,
      (_, begun) => begun,
    )

    expect(results).toMatchObject([{ value: 'begun' }, { value: 'begun' }])
    expect(statements).toHaveLength(1)
  })

  test.each([1, 2, 3, 7, 8, 9, 20])('commits what %i pieces of work write, each its own', async (count) => {
    const written = Array.from({ length: count }, (_, place) => `note ${String(place).padStart(2, '0')}`)

    const results = await share(...written.map((note) => taste('abcd'[note.length % 4]!, note)))

    expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual(written)
    expect(await notes()).toEqual(written)
  })

  test('commits changes of different rows of one table', async () => {
    await share(gradeTo('a', 7), gradeTo('b', 8), gradeTo('c', 9))

    expect(await grades()).toEqual([
      ['a', 7],
      ['b', 8],
      ['c', 9],
      ['d', 2],
    ])
  })

  test('commits several rows and changes of each piece of work, in their order', async () => {
    const tasteAndGrade =
      (tea: string): Work<void> =>
      async ({ find, insert, update }) => {
        await find(teaLocked, [tea])
        for (const word of ['first', 'second', 'third', 'fourth', 'fifth'])
          insert('tastings', { tea, note: `${tea} ${word}` })
        update('teas', { id: tea }, { grade: 5, maker: 'Nobody' })
        update('teas', { id: tea }, { maker: 'Somebody' })
      }

    await share(tasteAndGrade('a'), tasteAndGrade('b'), tasteAndGrade('c'))

    expect(await notes()).toEqual(
      ['a', 'b', 'c'].flatMap((tea) => ['fifth', 'first', 'fourth', 'second', 'third'].map((word) => `${tea} ${word}`)),
    )
    const teas = await db.selectFrom('teas').select(['grade', 'maker']).where('id', '<>', 'd').execute()
    expect(teas.map(({ grade, maker }) => `${grade} ${maker}`)).toEqual(Array(3).fill('5 Somebody'))
  })

  test('sends the statements for the end after everything else, in the order of their keys', async () => {
    const noteLast =
      (tea: string): Work<void> =>
      async ({ insert, sendLast, db: own }) => {
        const written = own.selectFrom('tastings').select(sql<string>`count(*)::text`.as('count'))
        sendLast(
          `key ${tea}`,
          own
            .insertInto('tastings')
            .columns(['tea', 'note'])
            .expression(own.selectNoFrom([sql.lit(tea).as('tea'), sql<string>`'after ' || ${written}`.as('note')])),
        )
        insert('tastings', { tea, note: tea })
      }

    await share(noteLast('b'), noteLast('c'), noteLast('a'))

    const last = await db.selectFrom('tastings').selectAll().where('note', 'like', 'after %').orderBy('note').execute()
    expect(last.map(({ tea, note }) => `${tea} ${note}`)).toEqual(['a after 3', 'b after 4', 'c after 5'])
  })

  test('sends no statement for the end if its piece of work has failed', async () => {
    await share(taste('a', 'smoky'), async ({ sendLast, db: own }) => {
      sendLast('key', own.insertInto('tastings').values({ tea: 'b', note: 'flat' }))
      throw new Error('I spilled it')
    })

    expect(await notes()).toEqual(['smoky'])
  })

  test('drops the writes of a piece of work that has failed, and keeps the rest', async () => {
    const results = await share(taste('a', 'smoky'), async ({ insert }) => {
      insert('tastings', { tea: 'b', note: 'flat' })
      throw new Error('I spilled it')
    })

    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { message: 'I spilled it' } },
    ])
    expect(await notes()).toEqual(['smoky'])
  })

  test('commits nothing if a piece of work fails after its rows were sent', async () => {
    const error = await failed(
      share(taste('a', 'smoky'), async ({ insert, db: own }) => {
        insert('tastings', { tea: 'b', note: 'flat' })
        await own.selectFrom('tastings').selectAll().execute()
        throw new Error('I spilled it')
      }),
    )

    expect(error).toBeInstanceOf(MustRunAlone)
    expect(await notes()).toEqual([])
  })

  test('commits nothing if a piece of work fails after it waited for its writes', async () => {
    const error = await failed(
      share(taste('a', 'smoky'), async ({ db: own }) => {
        await own.insertInto('tastings').values({ tea: 'b', note: 'flat' }).execute()
        throw new Error('I spilled it')
      }),
    )

    expect(error).toBeInstanceOf(MustRunAlone)
    expect(await notes()).toEqual([])
  })

  test('does not report one piece’s explanation of its refused row to the others', async () => {
    const error = await failed(
      share(taste('a', 'smoky'), async ({ insert }) => {
        insert('tastings', { tea: 'b', note: 'smoky' }, () => new Error('My note was taken.'))
        return 'smoky'
      }),
    )

    expect(error).toMatchObject({ code: '23505' })
  })

  test('commits nothing if the database refuses any row', async () => {
    const error = await failed(share(taste('a', 'smoky'), taste('b', 'malty'), taste('c', 'smoky')))

    expect(error).toMatchObject({ code: '23505' })
    expect(await notes()).toEqual([])
  })

  test('commits nothing if any statement fails, even if its piece of work catches the error', async () => {
    const error = await failed(
      share(taste('a', 'smoky'), async ({ db: own }) => {
        await sql`select 1 / 0`.execute(own).catch(() => {})
        return 'never mind'
      }),
    )

    expect(error).toMatchObject({ code: '22012' })
    expect(await notes()).toEqual([])
  })

  test('refuses a piece of work that locks a row which another piece has locked', async () => {
    const results = await share(gradeTo('a', 7), gradeTo('b', 8), gradeTo('a', 9))

    expect(results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'fulfilled' },
      { reason: expect.any(MustRunAlone) },
    ])
    expect((await grades()).slice(0, 2)).toEqual([
      ['a', 7],
      ['b', 8],
    ])
  })

  test('lets one piece of work lock its own row twice', async () => {
    await share(
      async (own, begun) => {
        await gradeTo('a', 7)(own, begun)
        await gradeTo('a', 8)(own, begun)
      },
      gradeTo('b', 9),
    )

    expect((await grades()).slice(0, 2)).toEqual([
      ['a', 8],
      ['b', 9],
    ])
  })

  test.each([
    ['a row', sql`select id from teas where id = 'a' for update`],
    ['a row, in a weak mode', sql`select id from teas where id = 'a' for no key update`],
    ['a name', sql`select pg_advisory_xact_lock(7)`],
  ])('is not used for work that locks %s by its own statement', async (_, statement) => {
    const lock: Work<string> = async ({ db: own, insert }) => {
      await statement.execute(own).catch(() => {})
      insert('tastings', { tea: 'b', note: 'flat' })
      return 'never mind'
    }
    const results = await share(taste('a', 'smoky'), lock)

    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: expect.any(MustRunAlone) }])
    expect(await notes()).toEqual(['smoky'])
  })

  test('lets work read what it has written itself', async () => {
    const results = await share<readonly object[]>(
      async ({ insert, db: own }) => {
        insert('tastings', { tea: 'a', note: 'smoky' })
        return own.selectFrom('tastings').select('note').execute()
      },
      ({ db: own }) => own.selectFrom('teas').select('id').where('id', '=', 'b').execute(),
    )

    expect(results).toMatchObject([{ value: [{ note: 'smoky' }] }, { value: [{ id: 'b' }] }])
  })
})
