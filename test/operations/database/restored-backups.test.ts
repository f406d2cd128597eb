import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { required } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '#server/backup/back-up.ts'
import { restore } from '#server/backup/restore.ts'
import { readConfig } from '#server/config/read-config.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import type { OpenDatabase } from '#database/database-engine.ts'
import { createPglite } from '#database/embedded/open.ts'
import { readSavedCluster } from '#database/embedded/prepare-cluster.ts'
import { openDatabase } from '#database/open-database.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { templatesOf } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

const folder = mkdtempSync(join(tmpdir(), 'backups-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const secretKey = 'a secret of the tests that nobody else has'
const logger = pino({ level: 'silent' })
const settingsOf = (name: string) => ({ DATA_DIR: join(folder, name), SECRET_KEY: secretKey })
const targetOf = (name: string) => ({ file: join(folder, name), unfinished: join(folder, `${name}.unfinished`) })

/** Opens the embedded database of a folder until the test ends. */
const opened = async (settings: ReturnType<typeof settingsOf>): Promise<OpenDatabase<Schema>> => {
  const { dataDir, mode } = readConfig(settings)
  const database = await openDatabase<Schema>({ databaseUrl: undefined, dataDir, mode })
  onTestFinished(() => database.close())
  return database
}

/** Leaves a cluster with all tables in the folder of an embedded database, as if a process had been killed while it copied the cluster. */
const leaveCluster = async (dataDir: string): Promise<void> => {
  const cluster = join(dataDir, 'database')
  mkdirSync(dataDir)
  const { migrated } = await templatesOf('embedded')
  const pglite = await createPglite({
    dataDir: cluster,
    loadDataDir: required(await readSavedCluster(migrated), 'template', migrated),
  })
  await pglite.exec(`select pg_create_physical_replication_slot('billing_checkout_backup', true)`)
  await pglite.close()
  writeFileSync(join(cluster, 'made-by-billing-checkout'), '')
}

test(
  'a backup of the embedded database survives a failing statement, and delays other statements only until it ends',
  { timeout: 600_000 },
  async () => {
    const config = readConfig(settingsOf('disturbed'))
    await leaveCluster(config.dataDir)
    const database = await opened(settingsOf('disturbed'))
    const books = { config, database, secret: masterSecretOf(secretKey) }
    const slots = async () => (await sql`select slot_name from pg_replication_slots`.execute(database.db)).rows
    expect(await slots()).toEqual([])

    const backingUp = backUp(books, targetOf('disturbed.backup'))
    await vi.waitUntil(async () => (await slots()).length > 0, { interval: 0, timeout: 300_000 })
    await expect(sql`select 1 / 0`.execute(database.db)).rejects.toThrow('division by zero')
    await expect(backUp(books, targetOf('another.backup'))).rejects.toThrow('Another backup is being made')
    // After these switches, only the running backup still needs the first log segments.
    for (let files = 0; files < 3; files++) await sql`select pg_switch_wal()`.execute(database.db)
    await sql`checkpoint`.execute(database.db)
    await backingUp

    expect(await slots()).toEqual([])
    const restored = readConfig(settingsOf('after-disturbance'))
    expect(await restore(restored, logger, targetOf('disturbed.backup').file)).toMatchObject({ ok: true })
  },
)

test(
  'a restored backup has the customers’ credit, and no session or link that signs in or sets a password',
  { timeout: 600_000 },
  async () => {
    const config = readConfig(settingsOf('signed-in'))
    await leaveCluster(config.dataDir)
    const database = await opened(settingsOf('signed-in'))
    const service = await startService({ ...database, url: undefined })
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const { organizationId } = service
    const later = new Date(Date.now() + 3_600_000).toISOString()
    for (const row of [
      sql`insert into users (id, email, name, created_at) values ('user_1', 'mina@example.com', 'Mina', now())`,
      sql`insert into dashboard_sessions (token_hash, user_id, created_at, seen_at, reauthenticated_at) values ('a', 'user_1', now(), now(), now())`,
      sql`insert into user_tokens (id, token_hash, kind, user_id, email, created_at, expires_at)
      values ('ut_1', 'b', 'password', 'user_1', 'mina@example.com', now(), ${later})`,
      sql`insert into sign_in_challenges (challenge_hash, purpose, expires_at) values ('c', 'sign_in', ${later})`,
      sql`insert into portal_sessions (organization_id, id, customer_id, link_hash, link_expires_at, expires_at, created_at)
      values (${organizationId}, 'ps_1', ${customerId}, 'd', ${later}, ${later}, now())`,
      ...['sign_in', 'old_email'].map(
        (
          kind,
          index,
        ) => sql`insert into portal_links (organization_id, id, kind, customer_id, email, token_hash, expires_at, created_at)
        values (${organizationId}, ${kind}, ${kind}, ${kind === 'sign_in' ? null : customerId}, 'mina@example.com', ${`e${index}`}, ${later}, now())`,
      ),
    ])
      await row.execute(database.db)

    const { file: backup } = targetOf('signed-in.backup')
    const credit = { amount: 500, currency: 'EUR', reason: 'Sorry.' }
    expect((await service.send('POST', `/customers/${customerId}/credit`, { body: credit })).status).toBe(200)
    await backUp({ config, database, secret: masterSecretOf(secretKey) }, targetOf('signed-in.backup'))
    const settings = settingsOf('signed-out')
    expect(await restore(readConfig(settings), logger, backup)).toMatchObject({ ok: true })

    const { db } = await opened(settings)
    const left = await sql`select
      (select count(*)::int from dashboard_sessions where ended_at is null) as dashboard,
      (select count(*)::int from user_tokens) as tokens,
      (select count(*)::int from sign_in_challenges) as challenges,
      (select count(*)::int from portal_sessions where ended_at is null or link_hash is not null) as portal,
      (select string_agg(kind, ' ') from portal_links) as links`.execute(db)
    expect(left.rows).toEqual([{ dashboard: 0, tokens: 0, challenges: 0, portal: 0, links: 'old_email' }])
  },
)
