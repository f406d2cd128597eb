import { type Kysely, PostgresDialect, sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../../../test/support/databases/database-proxy.ts'
import { describeEachDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { createCamelCaseKysely } from '../create-kysely.ts'
import { openPool } from '../postgresql/open-pool.ts'
import { rowLookup } from '../statements/row-lookup.ts'
import { GroupCommit, type GroupLimits, type ShareableWork } from './group-commit.ts'
import { transact } from './transact.ts'

interface Tables {
  readonly jars: { readonly id: string; readonly spoons: number }
}

type Piece<Result = unknown> = ShareableWork<Tables, undefined, Result>

const jarLocked = rowLookup<Tables['jars']>('jars', ['id'], { lock: 'wait' })

describeEachDatabase('a group commit', (open, kind) => {
  let database: TestDatabase
  let db: Kysely<Tables>
  let groups: (readonly string[])[]
  let alone: string[]

  beforeAll(async () => {
    database = await open('no tables')
    await sql`create table jars (id text primary key, spoons integer check (spoons >= 0))`.execute(database.db)
    db = database.db as unknown as Kysely<Tables>
  })
  beforeEach(async () => {
    await sql`truncate jars`.execute(db)
    await sql`insert into jars select 'jar ' || n, 10 from generate_series(1, 9) n`.execute(db)
    groups = []
    alone = []
  })

  const openGroups = (limits?: Partial<GroupLimits>) =>
    new GroupCommit<Tables, undefined, Piece>(
      db,
      async (begun, pieces) => {
        groups.push(pieces.map(({ exclusiveNames }) => exclusiveNames.join()))
        await sql`select set_config('lock_timeout', '100ms', true)`.execute(begun)
        return undefined
      },
      limits,
    )
  /** Takes spoons out of a jar and returns how many are left. */
  const takeFrom = (id: string, spoons = 1, organizationId = 'org_1'): Piece<number> => {
    const work: Piece<number>['work'] = async ({ find, update }, begun) => {
      const [[jar]] = await Promise.all([find(jarLocked, [id]), begun])
      if (jar === undefined) throw new Error(`There is no ${id}.`)
      update('jars', { id }, { spoons: jar.spoons - spoons })
      return jar.spoons - spoons
    }
    return {
      organizationId,
      exclusiveNames: [id],
      work,
      alone: () => {
        alone.push(id)
        return transact(db, (opened) => work(opened, Promise.resolve(undefined)))
      },
    }
  }
  const settle = async (taking: readonly Promise<number>[]) =>
    (await Promise.allSettled(taking)).map((result) => (result.status === 'fulfilled' ? result.value : result.reason))
  const left = async () => {
    const jars = await db.selectFrom('jars').selectAll().orderBy('id').execute()
    return jars.filter(({ spoons }) => spoons !== 10).map(({ id, spoons }) => [id, spoons])
  }

  test('commits work that arrives at the same time together', async () => {
    const commits = openGroups()

    expect(await settle(['jar 1', 'jar 2', 'jar 3'].map((id) => commits.run(takeFrom(id))))).toEqual([9, 9, 9])

    expect(groups).toEqual([['jar 1', 'jar 2', 'jar 3']])
    expect(alone).toEqual([])
    expect(await left()).toEqual([
      ['jar 1', 9],
      ['jar 2', 9],
      ['jar 3', 9],
    ])
  })

  test('commits work that arrives meanwhile in the next group, up to its limit', async () => {
    const commits = openGroups({ groups: 1, pieces: 2 })

    await settle([1, 2, 3, 4, 5].map((n) => commits.run(takeFrom(`jar ${n}`))))

    expect(groups).toEqual([['jar 1', 'jar 2'], ['jar 3', 'jar 4'], ['jar 5']])
  })

  test('takes the oldest work of every organization, however much another one sends', async () => {
    const commits = openGroups({ groups: 1, pieces: 2 })

    await settle([
      ...[1, 2, 3, 4].map((n) => commits.run(takeFrom(`jar ${n}`))),
      ...[5, 6].map((n) => commits.run(takeFrom(`jar ${n}`, 1, 'org_2'))),
    ])

    expect(groups).toEqual([
      ['jar 1', 'jar 5'],
      ['jar 2', 'jar 6'],
      ['jar 3', 'jar 4'],
    ])
  })

  test('refuses work that arrives when too much waits, and does not start it', async () => {
    const commits = openGroups({ waitingEach: 2, waitingInAll: 3 })
    const sent = [
      ...[1, 2, 3].map((n) => commits.run(takeFrom(`jar ${n}`))),
      ...[4, 5].map((n) => commits.run(takeFrom(`jar ${n}`, 1, 'org_2'))),
    ]

    const busy = { code: 'database_busy' }
    expect(await settle(sent)).toMatchObject([9, 9, busy, 9, busy])
    expect(await settle([commits.run(takeFrom('jar 5'))])).toEqual([9])
  })

  test('never puts two pieces of work with a common name into a group, and keeps their order', async () => {
    const commits = openGroups()

    const taken = await settle(['jar 1', 'jar 1', 'jar 2', 'jar 1'].map((id) => commits.run(takeFrom(id))))

    expect(taken).toEqual([9, 8, 9, 7])
    expect(await left()).toEqual([
      ['jar 1', 7],
      ['jar 2', 9],
    ])
  })

  test('reports an error in a piece of work only to its own caller', async () => {
    const commits = openGroups()

    const taken = await settle(['jar 1', 'jar 77', 'jar 3'].map((id) => commits.run(takeFrom(id))))

    expect(taken).toEqual([9, new Error('There is no jar 77.'), 9])
    expect(alone).toEqual([])
  })

  test('repeats everything piece by piece if the database refuses one row', async () => {
    const commits = openGroups()

    const taken = await settle([
      commits.run(takeFrom('jar 1')),
      commits.run(takeFrom('jar 2', 11)),
      commits.run(takeFrom('jar 3')),
    ])

    expect(taken).toMatchObject([9, { code: '23514' }, 9])
    expect(alone).toEqual(['jar 1', 'jar 2', 'jar 3'])
    expect(await left()).toEqual([
      ['jar 1', 9],
      ['jar 3', 9],
    ])
  })

  test('reports a refused row only to its own caller, with that caller’s explanation', async () => {
    const commits = openGroups()
    const explained = (id: string): Piece<number> => {
      const work: Piece<number>['work'] = async ({ insert }, begun) => {
        insert('jars', { id, spoons: 1 }, () => new Error(`There is a ${id} already.`))
        await begun
        return 1
      }
      return {
        organizationId: 'org_1',
        exclusiveNames: [id],
        work,
        alone: () => transact(db, (own) => work(own, Promise.resolve(undefined))),
      }
    }

    const taken = await settle([
      commits.run(takeFrom('jar 1')),
      commits.run(explained('jar 2')),
      commits.run(explained('jar 10')),
    ])

    expect(taken).toEqual([9, new Error('There is a jar 2 already.'), 1])
  })

  test('runs every piece alone if the group cannot begin, every time', async () => {
    const commits = new GroupCommit<Tables, undefined, Piece>(db, async (begun) => {
      await sql`select 1 / (${1}::integer - 1)`.execute(begun)
      return undefined
    })

    for (let times = 1; times <= 20; times++) {
      expect(await settle(['jar 1', 'jar 2', 'jar 3'].map((id) => commits.run(takeFrom(id, 0))))).toEqual([10, 10, 10])
    }
    expect(alone).toHaveLength(60)
  })

  test('runs no piece again that rejects with the error of a connection', async () => {
    const commits = openGroups()
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
    const piece = takeFrom('jar 1')

    const taken = await settle([
      commits.run({ ...piece, work: () => Promise.reject(lost) }),
      commits.run(takeFrom('jar 2')),
    ])

    expect(taken).toEqual([lost, 9])
    expect(alone).toEqual([])
  })

  // The codes mean: connection failure, unknown outcome of a transaction, unknown outcome of a statement, shutdown, crash, internal error.
  test.each(['08006', '08007', '40003', '57P01', '57P02', 'XX000'])(
    'runs no piece again if the whole transaction fails with the code %s',
    async (code) => {
      const commits = new GroupCommit<Tables, undefined, Piece>(db, async (begun) => {
        await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(begun)
        return undefined
      })

      const taken = await settle(['jar 1', 'jar 2'].map((id) => commits.run(takeFrom(id))))

      expect(taken).toMatchObject([{ code }, { code }])
      expect(alone).toEqual([])
      expect(await left()).toEqual([])
    },
  )

  describe.skipIf(kind === 'embedded')('over a network', () => {
    const openDistant = async (
      begin: (db: Kysely<Tables>, proxy: DatabaseProxy) => Promise<unknown> = async () => undefined,
    ) => {
      const proxy = await openDatabaseProxy(`${new URL(database.url!).searchParams.get('host')}/.s.PGSQL.5432`)
      const pool = openPool({ connectionString: proxy.addressOf(database.url!) })
      const distant = createCamelCaseKysely<Tables>(new PostgresDialect({ pool }))
      onTestFinished(async () => {
        await distant.destroy()
        await proxy.close()
      })
      const commits = new GroupCommit<Tables, undefined, Piece>(distant, async (begun) => {
        await begin(begun, proxy)
        return undefined
      })
      return { proxy, commits }
    }

    test.each(['cut', 'reset'] as const)('runs no piece again if its connection is %s', async (how) => {
      const { commits } = await openDistant(async (begun, proxy) => {
        await sql`select 1`.execute(begun)
        proxy[how]()
        await sql`select 1`.execute(begun)
      })

      const taken = await settle(['jar 1', 'jar 2'].map((id) => commits.run(takeFrom(id))))

      expect(taken).toEqual([expect.any(Error), expect.any(Error)])
      expect(alone).toEqual([])
      expect(await left()).toEqual([])
    })

    test('runs no piece again if the answer to its commit is lost', async () => {
      const { commits, proxy } = await openDistant()
      proxy.resetCommits('unanswered', 1)

      const taken = await settle(['jar 1', 'jar 2'].map((id) => commits.run(takeFrom(id))))

      expect(taken).toEqual([expect.any(Error), expect.any(Error)])
      // The database may have committed, so no piece is run again.
      expect(alone).toEqual([])
    })
  })

  test('continues after a group that failed', async () => {
    const commits = openGroups({ groups: 1, pieces: 1 })

    const taken = await settle([commits.run(takeFrom('jar 1', 11)), commits.run(takeFrom('jar 2'))])

    expect(taken).toMatchObject([{ code: '23514' }, 9])
  })

  test.skipIf(kind === 'embedded')('does not let work that waits for a lock delay the others', async () => {
    const commits = openGroups({ groups: 1, pieces: 9 })
    let letGo = () => {}
    const holding = transact(db, async ({ find }) => {
      await find(jarLocked, ['jar 1'])
      await new Promise<void>((resolve) => (letGo = resolve))
    })
    await expect.poll(() => letGo.name).not.toBe('letGo')

    const first = commits.run(takeFrom('jar 1'))
    const others = [2, 3].map((n) => commits.run(takeFrom(`jar ${n}`)))
    await wait(1)
    const later = commits.run(takeFrom('jar 4'))

    expect(await settle([...others, later])).toEqual([9, 9, 9])
    expect(await Promise.race([first, wait(10, 'is waiting')])).toBe('is waiting')
    letGo()
    expect(await first).toBe(9)
    await holding
  })
})
