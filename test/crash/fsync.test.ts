import { sql } from 'kysely'
import { fsyncSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { openEmbedded } from '#database/embedded/open.ts'
import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import type { OpenDatabase } from '#database/database-engine.ts'
import { migrations } from '#server/store/migrations/index.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { openTestDatabase } from '../support/databases/databases.ts'
import { type RunningService, startService } from '../support/services/running-service.ts'
import { aShopper, createPlan } from '../support/stories/shopper.ts'

const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
let database: OpenDatabase<Schema>
let service: RunningService
let planId: string

/** How often data was synced to disk: so far, and just before and after each charge. */
let syncs = 0
const syncsAtCalls: number[] = []

beforeAll(async () => {
  // Opening this database saves the cluster from which a new data folder is copied.
  await (await openTestDatabase('embedded', 'no tables')).close()
  database = await openEmbedded(folder, {
    sync(descriptor) {
      syncs += 1
      fsyncSync(descriptor)
    },
  })
  await migrateToLatest(database.db, migrations)
  service = await startService(
    { ...database, url: undefined },
    { processor: noticing(sandboxProcessor({ database: database.db })) },
  )
  planId = (await createPlan(service)).id
})
afterAll(async () => {
  await service.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const noticing = (processor: Processor): Processor => ({
  ...processor,
  async authorize(request) {
    syncsAtCalls.push(syncs)
    const outcome = await processor.authorize(request)
    syncsAtCalls.push(syncs)
    return outcome
  },
})

const pay = async (email: string) => {
  const shopper = await aShopper(service, { customer: { email }, plan: { id: planId } })
  syncsAtCalls.length = 0
  const before = syncs
  const answer = await shopper.pay()
  const [whenCalled, whenAnswered] = syncsAtCalls
  return { before, whenCalled: whenCalled!, whenAnswered: whenAnswered!, after: syncs, answer }
}

test('a charge that is about to be made is on the disk before the processor receives it', async () => {
  const { before, whenCalled } = await pay('first@example.com')

  expect(whenCalled).toBeGreaterThan(before)
})

test('the outcome of a charge is on the disk before the shopper sees it', async () => {
  const { whenAnswered, after, answer } = await pay('second@example.com')

  expect(answer.body.payment_status).toBe('SETTLING')
  expect(after).toBeGreaterThan(whenAnswered)
})

test('every transaction that writes is synced to the disk', async () => {
  const [syncsBefore, writtenBefore] = [syncs, await countWritten()]

  for (let payment = 1; payment <= 10; payment++) await pay(`payment_${payment}@example.com`)

  const written = (await countWritten()) - writtenBefore
  expect(written).toBeGreaterThan(10 * 3)
  expect(syncs - syncsBefore).toBeGreaterThanOrEqual(written)
})

/** The number of transactions that have ever written, because PostgreSQL numbers only those. */
const countWritten = async (): Promise<number> => {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
    database.db,
  )
  return Number(rows[0]!.next)
}
