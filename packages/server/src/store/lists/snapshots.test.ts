import { shareConnection } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import { findClockSetBack } from '../health/find-clock-set-back.ts'
import { write } from '../writes/write.ts'
import { latestSnapshot, takeSnapshot, readAtSnapshot } from './snapshots.ts'

describeEachDatabase('snapshots', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    await sql`insert into organizations
      select id, id, '{}', now(), now() from unnest(array['org_1', 'org_2']) as id`.execute(database.db)
  })

  const writeCustomer = (organizationId: string) =>
    write(database.db, organizationId, async ({ db, now }) => {
      const row = { id: `cus_${randomUUID()}`, metadata: '{}', createdAt: now, updatedAt: now }
      await db.insertInto('customers').values(row).execute()
      return now
    })

  test('are shared: requests that arrive during a mint get the next one', async () => {
    let first = ''
    let later: Timestamp[] = []
    // On a fast machine, two snapshots may be made in the same millisecond, so the test tries again.
    for (let tries = 0; tries < 20 && later[0] === (first || undefined); tries++) {
      const minting = takeSnapshot(database.db, 'org_1')
      await new Promise(setImmediate)
      later = await Promise.all(Array.from({ length: 20 }, () => takeSnapshot(database.db, 'org_1')))
      first = await minting
      expect(new Set(later).size).toBe(1)
    }

    expect(later[0]! > first).toBe(true)
  })

  /** Reads at a snapshot, as a list does, and records the snapshot that each read receives. */
  const readsAt = async (organizationId: string, found: (at: Timestamp) => Timestamp = (at) => at) => {
    const over = shareConnection(database.db)
    const given: (Timestamp | undefined)[] = []
    const { snapshotAt } = await readAtSnapshot(database.db, organizationId, over, async (at) => {
      given.push(at)
      if (at !== undefined) return { snapshotAt: at }
      const { rows } = await sql<{ at: Timestamp }>`select ${latestSnapshot} as at`.execute(over)
      return { snapshotAt: found(rows[0]!.at) }
    })
    return { snapshotAt, given }
  }

  test('the minting request gets its rows with the snapshot, and all others get the snapshot only', async () => {
    const alone = await readsAt('org_1')
    const [first, ...sharing] = await Promise.all(Array.from({ length: 5 }, () => readsAt('org_1')))

    expect(alone.given).toEqual([undefined])
    expect(alone.snapshotAt <= first!.snapshotAt).toBe(true)
    const { snapshotAt } = first!
    expect(first!.given).toEqual([undefined])
    expect(sharing).toEqual(sharing.map(() => ({ snapshotAt, given: [snapshotAt] })))
  })

  test('a read at a snapshot other than the minted one is repeated', async () => {
    const { snapshotAt, given } = await readsAt('org_1', () => '2020-01-01T00:00:00.000Z' as Timestamp)

    expect(given).toEqual([undefined, snapshotAt])
    expect(snapshotAt > '2020-01-01T00:00:00.000Z').toBe(true)
  })

  test('organizations do not wait for each other', async () => {
    const [one, other] = await Promise.all(['org_1', 'org_2'].map((id) => takeSnapshot(database.db, id)))

    expect([one, other]).toEqual([expect.any(String), expect.any(String)])
  })

  test('a row that was written before a snapshot was requested is in it, however many requests share it', async () => {
    const writeAndMint = async () => {
      const writtenAt = await writeCustomer('org_1')
      return { writtenAt, snapshot: await takeSnapshot(database.db, 'org_1') }
    }
    const rounds = Array.from({ length: 8 }, async () => {
      for (let round = 0; round < 10; round++) {
        const { writtenAt, snapshot } = await writeAndMint()
        expect(snapshot >= writtenAt).toBe(true)
      }
    })

    await Promise.all(rounds)
  })

  test('a snapshot includes a row of the current millisecond, and without such a row has the previous millisecond', async () => {
    const frozenAt = '2020-01-01T00:00:00.000Z'
    await database.db.updateTable('clock').set({ frozenAt }).execute()

    const before = await takeSnapshot(database.db, 'org_2')
    await writeCustomer('org_2')
    const after = await takeSnapshot(database.db, 'org_2')

    expect([before, after]).toEqual(['2019-12-31T23:59:59.999Z', frozenAt])
    await database.db.updateTable('clock').set({ frozenAt: null }).execute()
  })

  test('if the clock was set back, a snapshot still contains the newest row, and the reader learns that', async () => {
    const wall = new Date().toISOString()
    const [createdAt, updatedAt] = [new Date(Date.now() + 3_600_000).toISOString(), wall]
    const { db } = database
    expect(await findClockSetBack(db)).toBeUndefined()
    await db
      .insertInto('organizations')
      .values({ id: 'org_3', name: 'Ahead', settings: '{}', createdAt: wall, updatedAt })
      .execute()
    await db
      .insertInto('customers')
      .values({ organizationId: 'org_3', id: 'cus_1', metadata: '{}', createdAt, updatedAt })
      .execute()

    const snapshot = await takeSnapshot(db, 'org_3')
    const seconds = await findClockSetBack(db)

    expect(snapshot).toBe(createdAt)
    expect(seconds).toBeGreaterThan(3000)
  })

  test('a mint that fails makes only the requests that share it fail', async () => {
    await sql`alter function billing_now() rename to billing_later`.execute(database.db)
    const failed = await Promise.allSettled([1, 2].map(() => takeSnapshot(database.db, 'org_1')))
    await sql`alter function billing_later() rename to billing_now`.execute(database.db)

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await takeSnapshot(database.db, 'org_1')).toEqual(expect.any(String))
  })
})
