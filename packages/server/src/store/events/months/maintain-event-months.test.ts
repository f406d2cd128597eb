import { mintId, startOfMonthAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../../../test/support/databases/databases.ts'
import { countBlockedTransactions } from '../../../../../../test/support/interleaving/count-waiting.ts'
import type { Database } from '../../database.ts'
import { inOrganization } from '../../in-organization.ts'
import { findEvents } from '../find-events.ts'
import { findEventsBySequence } from '../find-events-by-sequence.ts'
import { examineEventMonths } from './examine-event-months.ts'
import { maintainEventMonths, readWallClock } from './maintain-event-months.ts'
import { partitionNameOf } from './make-event-months.ts'
import { hasEventsInDefaultPartition, readEventMonths } from './read-event-months.ts'

const all = { keptMonths: null }

describeEachDatabase('months of events', (open, kind) => {
  // Each test needs its own tables. An embedded database takes seconds to start, so only tests whose result may differ run there.
  let db: TestDatabase['db']
  let now: string
  beforeEach(async () => {
    db = (await open()).db
    now = await readWallClock(db)
    await sql`insert into organizations values ('org_1', 'One', '{}', now(), now()), ('org_2', 'Two', '{}', now(), now())`.execute(
      db,
    )
  })

  /** Records an event at the given time of the wall clock. */
  const record = async (id: string, at: string, organizationId = 'org_1') => {
    await sql`insert into events (organization_id, id, type, object, who, what, created_at, recorded_at)
      values (${organizationId}, ${id}, 'customer.created', '{}', 'system', 'test', now(), ${at}::timestamptz)`.execute(
      db,
    )
  }
  const read = async (after?: string, organizationId = 'org_1') =>
    (await findEvents(inOrganization(db, organizationId), { after })).data.map(({ id }) => id)
  const monthOf = async (id: string) =>
    (await sql<{ name: string }>`select tableoid::regclass::text as name from events where id = ${id}`.execute(db))
      .rows[0]?.name

  test('are indexed by author and operation only after they have ended', async () => {
    const indexes = async () => {
      const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
        where indexname like 'events%_by_who' or indexname like 'events%_by_what'`.execute(db)
      return rows.map(({ name }) => name).toSorted()
    }
    const timeout = async () =>
      (await sql`select current_setting('statement_timeout'), current_setting('lock_timeout') as locks`.execute(db))
        .rows
    const before = await timeout()
    await maintainEventMonths(db, all, now)
    expect(await indexes()).toEqual([])

    const later = startOfMonthAfter(now, 2)
    await maintainEventMonths(db, all, later)
    expect(await indexes()).toEqual([])
    const nextDay = new Date(Date.parse(later) + 86_400_000).toISOString()
    await Promise.all([1, 2, 3].map(() => maintainEventMonths(db, all, nextDay)))
    await maintainEventMonths(db, all, nextDay)

    expect(await indexes()).toEqual(['events_first_by_what', 'events_first_by_who'])
    expect(await timeout()).toEqual(before)
  })

  test.runIf(kind === 'postgresql')('are made three months ahead, without a gap, and once', async () => {
    await maintainEventMonths(db, all, now)
    const months = await readEventMonths(db)
    await maintainEventMonths(db, all, now)

    expect(months.at(0)).toMatchObject({ name: 'events_first', from: null, until: startOfMonthAfter(now, 2) })
    expect(months.slice(1).map(({ from }) => from)).toEqual(months.slice(0, -1).map(({ until }) => until))
    expect(months.at(-1)?.until).toBe(startOfMonthAfter(now, 4))
    expect(await readEventMonths(db)).toEqual(months)
  })

  test.runIf(kind === 'postgresql')(
    'receive each event in the month of its insert, whatever the billing clock says',
    async () => {
      await maintainEventMonths(db, all, now)
      await sql`insert into events (organization_id, id, type, object, who, what, created_at)
      values ('org_1', 'evt_now', 'customer.created', '{}', 'system', 'test', '2035-01-01')`.execute(db)
      await record('evt_later', startOfMonthAfter(now, 2))

      expect(await monthOf('evt_now')).toBe('events_first')
      expect(await monthOf('evt_later')).toBe(partitionNameOf(startOfMonthAfter(now, 2)))
    },
  )

  test('that are made late lose no event: events without a month get one, in order', async () => {
    await maintainEventMonths(db, all, now)
    const late = startOfMonthAfter(now, 6)
    await record('evt_1', now)
    await record('evt_2', startOfMonthAfter(now, 4))
    await record('evt_3', startOfMonthAfter(now, 5))
    await record('evt_4', late)
    expect(await monthOf('evt_3')).toBe('events_without_month')
    expect(await read('evt_2')).toEqual(['evt_3', 'evt_4'])
    await expect(examineEventMonths(db, all)).rejects.toThrow('no partition')

    await maintainEventMonths(db, all, late)

    expect(await examineEventMonths(db, all)).toContain('made until')
    expect(await read()).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4'])
    const months = await readEventMonths(db)
    expect(months.slice(1).map(({ from }) => from)).toEqual(months.slice(0, -1).map(({ until }) => until))
    expect(months.at(-1)?.until).toBe(startOfMonthAfter(late, 4))
    await record('evt_5', startOfMonthAfter(late, 1))
    expect(await monthOf('evt_5')).toBe(await monthOf('evt_4'))
  })

  test.runIf(kind === 'postgresql')(
    'refuse no event if the server that assigns them a month dies and no other continues',
    async () => {
      await sql`drop table events_first`.execute(db)
      await record('evt_1', startOfMonthAfter(now, -3))
      await expect(maintainEventMonths(dyingAfter(db, 1), all, startOfMonthAfter(now, -3))).rejects.toThrow('died')

      // The bounds of the default partition have ended by now, and this insert must succeed nevertheless.
      await sql`insert into events (organization_id, id, type, object, who, what, created_at)
      values ('org_1', 'evt_2', 'customer.created', '{}', 'system', 'test', now())`.execute(db)
      expect(await read()).toEqual(['evt_1', 'evt_2'])
      await maintainEventMonths(db, all, now)

      await sql`insert into events (organization_id, id, type, object, who, what, created_at)
      values ('org_1', 'evt_3', 'customer.created', '{}', 'system', 'test', now())`.execute(db)
      expect(await hasEventsInDefaultPartition(db)).toBe(false)
      expect(await monthOf('evt_3')).toBe(partitionNameOf(startOfMonthAfter(now, -1)))
      expect(await read()).toEqual(['evt_1', 'evt_2', 'evt_3'])
    },
  )

  test.runIf(kind === 'postgresql')('are read page by page in order by a reader that is months behind', async () => {
    await sql`drop table events_first`.execute(db)
    for (let months = -8; months <= 0; months += 1) await maintainEventMonths(db, all, startOfMonthAfter(now, months))
    const ids: string[] = []
    for (const months of [-8, -8, -8, -7, -7, -5, -2, -2, -1, 0]) {
      ids.push(`evt_${ids.length}`)
      await record(ids.at(-1)!, startOfMonthAfter(now, months))
    }

    for (const limit of [1, 2, 3, 100]) {
      const seen: string[] = []
      for (let hasMore = true; hasMore;) {
        const page = await findEvents(inOrganization(db, 'org_1'), { after: seen.at(-1), limit })
        seen.push(...page.data.map(({ id }) => id))
        hasMore = page.meta.has_more
      }
      expect(seen).toEqual(ids)
    }
  })

  test.runIf(kind === 'postgresql')('are searched by sequence only in the months that the ids name', async () => {
    await maintainEventMonths(db, all, now)
    const [made, madeAhead] = [now, startOfMonthAfter(now, 20)].map((at) =>
      mintId('evt', Date.parse(at), randomBytes(16)),
    )
    await record(made!, now)
    await record(madeAhead!, startOfMonthAfter(now, 3))
    const numbered = [
      { id: made!, sequence: 1 },
      { id: madeAhead!, sequence: 2 },
    ]
    /** Returns how often this transaction has scanned the partition of the month that is three months after `now`. */
    const looksOf = async (transaction: Database): Promise<number> => {
      const { rows } = await sql<{ looks: number }>`select (seq_scan + idx_scan)::int as looks
        from pg_stat_xact_user_tables where relname = ${partitionNameOf(startOfMonthAfter(now, 3))}`.execute(
        transaction,
      )
      return rows[0]!.looks
    }

    const [found, looks] = await db.transaction().execute(async (transaction) => {
      const before = await looksOf(transaction)
      const events = await findEventsBySequence(inOrganization(transaction, 'org_1'), numbered.slice(0, 1))
      return [events, (await looksOf(transaction)) - before]
    })

    expect(found).toMatchObject([{ id: made, sequence: 1 }])
    expect(looks).toBe(0)
    expect(await findEventsBySequence(inOrganization(db, 'org_1'), numbered)).toMatchObject([
      { id: made },
      { id: madeAhead },
    ])
  })

  test.runIf(kind === 'postgresql')(
    'leave events in place that a wrong clock dated elsewhere, and continue',
    async () => {
      await maintainEventMonths(db, all, now)
      await record('evt_1', '2199-01-01T00:00:00Z')
      await record('evt_2', now)

      await maintainEventMonths(db, all, startOfMonthAfter(now, 1))

      expect((await readEventMonths(db)).at(-1)?.until).toBe(startOfMonthAfter(now, 5))
      expect(await read()).toEqual(['evt_1', 'evt_2'])
      expect(await read('evt_1')).toEqual(['evt_2'])
    },
  )

  describe('that are no longer kept', () => {
    beforeEach(async () => {
      await maintainEventMonths(db, all, now)
      await record('evt_1', now)
      await record('evt_other', now, 'org_2')
      await record('evt_2', startOfMonthAfter(now, 1))
      await record('evt_3', startOfMonthAfter(now, 2))
    })

    test.runIf(kind === 'postgresql')('are kept for ever by default', async () => {
      await maintainEventMonths(db, all, startOfMonthAfter(now, 40))

      expect(await read()).toEqual(['evt_1', 'evt_2', 'evt_3'])
    })

    test.runIf(kind === 'postgresql')('are dropped once the set number of whole months has passed', async () => {
      await maintainEventMonths(db, { keptMonths: 1 }, startOfMonthAfter(now, 2))
      expect(await read()).toEqual(['evt_1', 'evt_2', 'evt_3'])

      await maintainEventMonths(db, { keptMonths: 1 }, startOfMonthAfter(now, 3))

      expect(await read()).toEqual(['evt_3'])
    })

    test('make a reader that has not read them fail, and let all others continue', async () => {
      await maintainEventMonths(db, { keptMonths: 1 }, startOfMonthAfter(now, 3))

      await expect(read('evt_1')).rejects.toMatchObject({ code: 'cursor_expired' })
      expect(await read('evt_2')).toEqual(['evt_3'])
      expect(await read('evt_3')).toEqual([])
      // This reader of `org_2` had read all events of `org_2` that were dropped.
      expect(await read('evt_other', 'org_2')).toEqual([])
      await record('evt_another', startOfMonthAfter(now, 3), 'org_2')
      expect(await read('evt_other', 'org_2')).toEqual(['evt_another'])
    })

    test.runIf(kind === 'postgresql')('are kept until they were sent to every enabled endpoint', async () => {
      const { rows } = await sql<{ sequence: number }>`select sequence from events where id = 'evt_1'`.execute(db)
      await sql`insert into webhook_endpoints (organization_id, id, url, event_types, sealed_secret, position, position_from, created_at, updated_at)
        values ('org_1', 'we_1', 'https://shop.example', '["*"]', '', ${rows[0]!.sequence}, now(), now(), now())`.execute(
        db,
      )

      await maintainEventMonths(db, { keptMonths: 1 }, startOfMonthAfter(now, 4))
      expect(await read()).toEqual(['evt_1', 'evt_2', 'evt_3'])

      await sql`update webhook_endpoints set position = position + 100`.execute(db)
      await maintainEventMonths(db, { keptMonths: 1 }, startOfMonthAfter(now, 4))
      expect(await read()).toEqual([])
    })

    test.runIf(kind === 'postgresql')('are kept for an endpoint that is being enabled', async () => {
      await sql`insert into webhook_endpoints
          (organization_id, id, url, event_types, enabled, disabled_reason, sealed_secret, position, position_from, created_at, updated_at)
        values ('org_1', 'we_1', 'https://shop.example', '["*"]', false, 'merchant', '', 0, now(), now(), now())`.execute(
        db,
      )
      const [changed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const enabling = db.transaction().execute(async (transaction) => {
        await sql`update webhook_endpoints set enabled = true, disabled_reason = null`.execute(transaction)
        changed.resolve()
        await released.promise
      })
      await changed.promise

      let isDone = false
      const keeping = maintainEventMonths(db, { keptMonths: 1 }, startOfMonthAfter(now, 4)).finally(
        () => (isDone = true),
      )
      await expect
        .poll(async () => isDone || (await countBlockedTransactions({ db })) > 0, { timeout: 20_000 })
        .toBe(true)
      released.resolve()
      await Promise.all([enabling, keeping])

      expect(await read()).toEqual(['evt_1', 'evt_2', 'evt_3'])
    })

    test.runIf(kind === 'postgresql')('make an unknown event not_found only if no event was dropped', async () => {
      await expect(read('evt_nobody')).rejects.toMatchObject({ code: 'not_found' })
    })
  })
})

/** A database that begins `transactions` transactions and then throws, as if the process had died. */
const dyingAfter = (db: Database, transactions: number): Database => {
  let begun = 0
  return new Proxy(db, {
    get(target, name: keyof Database) {
      if (name === 'transaction' && ++begun > transactions) throw new Error('died')
      const member: unknown = target[name]
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}
