import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../support/databases/database-on-server.ts'
import { openDatabaseProxy } from '../support/databases/database-proxy.ts'
import { hasPgbouncer, startPgbouncer } from '../support/databases/start-pgbouncer.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { databaseAccidents, type Stage } from './database-accidents.ts'
import { startSeveralServers } from './several-servers.ts'

const setStage = async (behindPgbouncer: boolean): Promise<Stage> => {
  const postgresql = await startPostgresql()
  onTestFinished(postgresql.stop)
  const pgbouncer = behindPgbouncer ? await startPgbouncer(postgresql.socketPath) : undefined
  if (pgbouncer !== undefined) onTestFinished(pgbouncer.stop)
  const proxy = await openDatabaseProxy((pgbouncer ?? postgresql).socketPath)
  onTestFinished(proxy.close)
  return { postgresql, proxy, databaseUrl: await createDatabase(postgresql.url) }
}

const playAccidents = async (stage: Stage) => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const addresses = { ofServers: stage.proxy.addressOf(stage.databaseUrl), direct: stage.databaseUrl }
  const shop = await startSeveralServers(addresses, 2, folder)
  onTestFinished(async () => void (await Promise.all(shop.servers.map((server) => server.kill()))))
  for (const accident of Object.values(databaseAccidents)) await shop.serveDuring(() => accident(stage))
  const ended = shop.servers.filter((server) => server.hasEnded())
  const violations = await shop.settle()
  return { ended, violations, told: shop.told, refusals: shop.answers.filter(({ status }) => status >= 500) }
}

const behind: readonly (readonly [string, boolean])[] = [
  ['PostgreSQL', false],
  ['PgBouncer in session mode', true],
]

test.each(behind)(
  'accidents between servers and %s cost only some answers of 503, and no server, payment or refund',
  { timeout: 300_000 },
  async (_, behindPgbouncer) => {
    if (behindPgbouncer && !hasPgbouncer()) {
      return console.log('Skipped: there is no PgBouncer here (apt-get install pgbouncer).')
    }
    const { ended, violations, told, refusals } = await playAccidents(await setStage(behindPgbouncer))

    expect(ended).toEqual([])
    expect(violations).toEqual([])
    expect(refusals.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([])
    expect(refusals).not.toEqual([])
    expect(told.filter(({ paymentStatus }) => paymentStatus === 'SETTLING')).not.toEqual([])
  },
)
