import { startOfMonthAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropAuditLinks } from '#server/store/audit/drop-audit-links.ts'
import { readAuditAge } from '#server/store/audit/read-audit-age.ts'
import { recordAuditInTransaction } from '#server/store/audit/record-audit.ts'
import { sealAudit, type SealedItems } from '#server/store/audit/seal-audit.ts'
import { verifyAudit } from '#server/store/audit/verify-audit.ts'
import type { Database } from '#server/store/database.ts'
import { dropEventMonths } from '#server/store/events/months/drop-event-months.ts'
import { maintainEventMonths, readWallClock } from '#server/store/events/months/maintain-event-months.ts'
import { recordEvent } from '#server/store/events/record-event.ts'
import { write } from '#server/store/writes/write.ts'
import { anAuditedDatabase } from '../../support/databases/audited-database.ts'

// All of these tests need several connections, which only PostgreSQL has.

/** What the chain of seals covers, in order: the object of each audit entry, and the id of each event's object. */
const sealedObjects = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ items: string }>`select items from audit_seals order by number`.execute(db)
  const objects: string[] = []
  for (const { items } of rows)
    for (const { entries, events } of JSON.parse(items) as readonly SealedItems[]) {
      for (const [id] of entries) objects.push(await objectOf(db, sql`audit_entries where id = ${id}`, 'object_id'))
      for (const [sequence] of events?.digests ?? [])
        objects.push(await objectOf(db, sql`events where sequence = ${sequence}`, `object->>'id'`))
    }
  return objects
}
const objectOf = async (db: Database, from: ReturnType<typeof sql>, column: string): Promise<string> => {
  const { rows } = await sql<{ object: string }>`select ${sql.raw(column)} as object from ${from}`.execute(db)
  return rows[0]!.object
}

test('servers that seal at the same time make one chain, which covers every row once', async () => {
  const { db, key, recordEntry, writeEvent } = await anAuditedDatabase()
  const objects = Array.from({ length: 40 }, (_, n) => `thing_${n}`)
  const until = { written: false }
  const seal = async () => {
    while (!until.written || (await readAuditAge(db)) > 0) await sealAudit(db, key, { limit: 3 })
  }

  const sealing = Promise.all([seal(), seal(), seal()])
  await Promise.all(objects.map((object, n) => (n % 2 === 0 ? recordEntry(object) : writeEvent(object))))
  until.written = true
  await sealing

  expect((await sealedObjects(db)).toSorted()).toEqual(objects.toSorted())
  expect((await verifyAudit(db, key)).findings).toEqual([])
})

test('a transaction that commits late is sealed later in the chain, and delays no transaction that committed before it', async () => {
  const { db, key, recordEntry } = await anAuditedDatabase()
  const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = db.transaction().execute(async (transaction) => {
    await recordAuditInTransaction(transaction, 'org_1', { object: 'late' })
    begun.resolve()
    await ends.promise
  })
  await begun.promise
  await recordEntry('early')

  await sealAudit(db, key)
  expect(await sealedObjects(db)).toEqual(['early'])
  ends.resolve()
  await late
  await sealAudit(db, key)

  expect(await sealedObjects(db)).toEqual(['early', 'late'])
  expect((await verifyAudit(db, key)).findings).toEqual([])
})

test('events wait for an open transaction that may still commit earlier ones, while entries are sealed', async () => {
  const { db, key, recordEntry, writeEvent } = await anAuditedDatabase()
  const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = write(db, 'org_1', async (work) => {
    recordEvent(work, 'customer.created', { id: 'late' })
    await sql`select 1`.execute(work.db)
    begun.resolve()
    await ends.promise
  })
  await begun.promise
  await writeEvent('after it')
  await recordEntry('beside it')

  await sealAudit(db, key)
  expect(await sealedObjects(db)).toEqual(['beside it'])
  ends.resolve()
  await late
  await sealAudit(db, key)

  expect(await sealedObjects(db)).toEqual(['beside it', 'late', 'after it'])
  expect((await verifyAudit(db, key)).findings).toEqual([])
})

test('if a server is killed between a commit and its seal, or while sealing, the next server seals it', async () => {
  const { db, key, recordEntry, writeEvent } = await anAuditedDatabase()
  await recordEntry('committed')
  await writeEvent('committed, too')
  const killed = db.transaction().execute(async (transaction) => {
    await sealAudit(
      Object.assign(Object.create(db), {
        transaction: () => ({ execute: (run: (open: typeof transaction) => unknown) => run(transaction) }),
      }),
      key,
    )
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
  })
  await expect(killed).rejects.toThrow()
  expect(await sealedObjects(db)).toEqual([])

  await sealAudit(db, key)

  expect(await sealedObjects(db)).toEqual(['committed', 'committed, too'])
  expect((await verifyAudit(db, key)).findings).toEqual([])
})

test('a month is dropped once it is sealed, and leaves a signed checkpoint', async () => {
  const { db, key, writeEvent } = await anAuditedDatabase()
  const now = await readWallClock(db)
  await maintainEventMonths(db, { keptMonths: null }, now)
  await writeEvent('old')
  const later = startOfMonthAfter(now, 4)

  await dropEventMonths(db, later, key)
  expect((await sql`select from events`.execute(db)).rows).toHaveLength(1)
  await sealAudit(db, key)
  await dropEventMonths(db, later, key)

  expect((await sql`select from events`.execute(db)).rows).toHaveLength(0)
  expect((await verifyAudit(db, key)).findings).toEqual([])
  await sql`update audit_checkpoints set statement = replace(statement, 'org_1', 'org_2')`.execute(db)
  expect((await verifyAudit(db, key)).findings).toEqual([
    expect.stringMatching(/^The checkpoint \d+ of what was dropped has a wrong signature\.$/),
    expect.stringMatching(/^The event \d+ of org_1 is gone\.$/),
  ])
})

test('an event that stays after its neighbours were dropped still verifies', async () => {
  const { db, key, writeEvent } = await anAuditedDatabase()
  const now = await readWallClock(db)
  await maintainEventMonths(db, { keptMonths: null }, now)
  // The schema's first partition of events ends with the next calendar month.
  const end = startOfMonthAfter(now, 2)
  for (const id of ['first', 'second', 'third']) await writeEvent(id)
  // Two transactions at the end of a month may get their sequence numbers in one order and their times in the other.
  await sql`update events set recorded_at = ${end}::timestamptz where object->>'id' = 'second'`.execute(db)
  await sealAudit(db, key)

  await dropEventMonths(db, end, key)

  expect((await sql`select object->>'id' as id from events`.execute(db)).rows).toEqual([{ id: 'second' }])
  expect((await verifyAudit(db, key)).findings).toEqual([])
})

test('links that are dropped leave a signed checkpoint, which the remaining chain continues', async () => {
  const { db, key, recordEntry } = await anAuditedDatabase()
  const rows = async (table: string) => (await sql`select from ${sql.table(table)}`.execute(db)).rows.length
  for (const object of ['first', 'second', 'third', 'last']) {
    await recordEntry(object)
    await sealAudit(db, key)
  }
  const sealedAt = async (number: number) =>
    (await sql<{ at: string }>`select sealed_at as at from audit_seals where number = ${number}`.execute(db)).rows[0]!
      .at
  const dropping = () => sealedAt(3).then((before) => Promise.all([1, 2].map(() => dropAuditLinks(db, key, before))))

  expect((await dropping()).reduce((sum, links) => sum + links)).toBe(2)
  expect(await dropAuditLinks(db, key, startOfMonthAfter(await readWallClock(db), 1))).toBe(1)

  // The last link of the chain is never dropped, because the next link will refer to it.
  expect([await rows('audit_entries'), await rows('audit_seals'), await rows('audit_checkpoints')]).toEqual([1, 1, 1])
  await recordEntry('later')
  await sealAudit(db, key)
  expect(await verifyAudit(db, key)).toMatchObject({ links: 2, dropped: 3, findings: [] })
  await sql`update audit_checkpoints set statement = replace(statement, '"number":3', '"number":4')`.execute(db)
  expect((await verifyAudit(db, key)).findings).toEqual([
    expect.stringMatching(/^The checkpoint \d+ of what was dropped has a wrong signature\.$/),
    ...[1, 2, 3].map((number) => `The link ${number} of the chain is gone.`),
  ])
})

test('every filter of GET /audit uses an index', async () => {
  const { db } = await anAuditedDatabase()
  await sql`insert into audit_entries (organization_id, id, who, what, object_id, created_at)
    select 'org_1', 'aud_' || n, 'key_' || n % 20, 'updatePlan' || n % 20, 'price_' || n, now() - n * interval '1 minute'
    from generate_series(1, 3000) as n`.execute(db)
  await sql`insert into events (organization_id, id, type, object, who, what, created_at)
    select 'org_1', 'evt_' || n, 'payment.created', jsonb_build_object('id', 'pay_' || n, 'text', repeat('x', 500)), 'key_' || n % 20,
      'createPayment' || n % 20, now() - n * interval '1 minute'
    from generate_series(1, 3000) as n`.execute(db)
  await sql`vacuum (analyze) audit_entries, events`.execute(db)
  const planOf = async (condition: string) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from audit_trail
      where organization_id = 'org_1' and created_at <= now() ${sql.raw(condition)}
      order by created_at desc, id desc limit 100`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  for (const condition of ['', `and who = 'key_7'`, `and what = 'updatePlan7'`, `and object_id = 'pay_7'`]) {
    const scans = (await planOf(condition)).matchAll(/Seq Scan on (\w+)/g)
    // The table `events_without_month` never has many rows, so it may be scanned.
    expect([...scans].map(([, table]) => table).filter((table) => table !== 'events_without_month')).toEqual([])
  }
  // The query reads entries in the order of an index, and stops when its page is full.
  expect(await planOf('')).toMatch(/Merge Append[^]*Index Only Scan Backward using events_first_audited/)
  for (const condition of [`and who = 'key_7'`, `and what = 'createPayment7'`])
    expect(await planOf(condition)).toMatch(/Index Only Scan (Backward )?using events_first_audited/)
  // Past months, to which payments no longer write, also have indexes by caller and by operation, to find rare callers and operations.
  await maintainEventMonths(db, { keptMonths: null }, startOfMonthAfter(await readWallClock(db), 4))
  expect(await planOf(`and who = 'key_7'`)).toContain('events_first_by_who')
  expect(await planOf(`and what = 'createPayment7'`)).toContain('events_first_by_what')
})
