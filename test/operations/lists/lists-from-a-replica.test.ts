import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openReplica } from '#database/postgresql/open-replica.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import { createReplica } from '#server/store/lists/replica.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { createDatabase } from '../../support/databases/database-on-server.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { type PostgresqlServer, startPostgresql } from '../../support/databases/start-postgresql.ts'

// Long limits, so that a busy machine does not look like a replica that is down.
const limits = { checkMillis: 60_000, readMillis: 60_000, restMillis: 0 }

let primary: Database
let standby: PostgresqlServer
let copy: Database
let service: RunningService
let answers = 0
let url: string

const counting: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    answers += 1
    return result
  },
}

beforeAll(async () => {
  const closing = new AsyncDisposableStack()
  const server = await startPostgresql()
  closing.defer(() => server.stop())
  url = await createDatabase(server.url)
  const database = await openPostgresql<Schema>(url, { mode: 'sandbox' })
  closing.defer(() => database.close())
  await migrateToLatest(database.db, migrations)
  primary = database.db
  standby = await startPostgresql({ standbyOf: server })
  closing.defer(() => standby.stop())
  const { db, close } = openReplica<Schema>(urlOfStandby(), 'sandbox')
  copy = db
  const replica = createReplica({ database: db.withPlugin(counting), close, limits })
  closing.defer(() => replica.close())
  service = await startService({ ...database, url }, { replica })
  closing.defer(() => service.close())
  return () => closing.disposeAsync()
})

const urlOfStandby = (): string => {
  const own = new URL(standby.url)
  own.pathname = new URL(url).pathname
  return own.href
}

/**
 * Lists customers. Returns their external ids, sorted, and whether the replica answered more than the query for its replication position.
 */
const list = async (path = '/customers') => {
  const before = answers
  const { status, body } = await service.send('GET', path)
  expect(status).toBe(200)
  const names: string[] = body.data.map(({ external_id: name }: { external_id: string }) => name).toSorted()
  return { names, isFromReplica: answers - before > 1, snapshotAt: body.meta.snapshot_at as string }
}

const create = (name: string) =>
  service.send('POST', '/customers', { body: { external_id: name, email: `${name}@example.com` } })

const untilReplicaLists = async () => {
  await expect.poll(async () => (await list()).isFromReplica, { timeout: 60_000 }).toBe(true)
}

test('a list is read from a replica only if the replica has everything that was committed', async () => {
  await create('first')
  await untilReplicaLists()
  const { snapshotAt } = await list()
  await sql`select pg_wal_replay_pause()`.execute(copy)
  await expect
    .poll(async () => (await sql`select pg_get_wal_replay_pause_state() as state`.execute(copy)).rows, {
      timeout: 60_000,
    })
    .toEqual([{ state: 'paused' }])

  await create('second')

  expect(await list()).toMatchObject({ names: ['first', 'second'], isFromReplica: false })
  expect(await list(`/customers?snapshot_at=${snapshotAt}`)).toMatchObject({ names: ['first'], isFromReplica: false })
  await sql`select pg_wal_replay_resume()`.execute(copy)
  await untilReplicaLists()
  expect((await list()).names).toEqual(['first', 'second'])
})

test('a caller who creates an object finds it in the next list, from the replica or not', async () => {
  const names: string[] = (await list()).names
  for (let n = 0; n < 30; n += 1) {
    names.push(`another_${n}`)
    await create(`another_${n}`)
    expect((await list('/customers?limit=1000')).names).toEqual(names.toSorted())
  }
})

test('a replica that is down is not used for a while, and lists are read from the primary', async () => {
  await untilReplicaLists()
  const known = (await list()).names
  const troubles: unknown[] = []
  const resting = createReplica({
    database: copy,
    close: async () => {},
    onTrouble: (error) => troubles.push(error),
    limits: { ...limits, restMillis: 1e9 },
  })
  await standby.crash()

  expect(await list()).toMatchObject({ names: known, isFromReplica: false })
  expect(await resting.read(primary, async (database) => database === primary)).toBe(true)
  expect(await resting.read(primary, async (database) => database === primary)).toBe(true)
  expect(troubles).toHaveLength(1)

  await standby.start()
  await untilReplicaLists()
})

test('the server does not wait for a slow replica', async () => {
  await untilReplicaLists()
  const silent = createReplica({ database: copy, close: async () => {}, limits: { ...limits, readMillis: 1 } })

  const read = (database: Database) => (database === copy ? new Promise<string>(() => {}) : Promise.resolve('primary'))

  expect(await silent.read(primary, read)).toBe('primary')
})

test('a promoted replica is no longer used', async () => {
  await untilReplicaLists()
  await sql`select pg_promote()`.execute(copy)

  expect((await list()).isFromReplica).toBe(false)
  const promoted = createReplica({ database: copy, close: async () => {}, limits })
  await expect(promoted.examine(primary)).rejects.toThrow('no replica of this database')
})
