import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../support/databases/database-on-server.ts'
import { openDatabaseProxy } from '../support/databases/database-proxy.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { databaseAccidents } from './database-accidents.ts'
import { startSeveralServers } from './several-servers.ts'

/** The state after PostgreSQL crashed several times. */
export interface FailedOver {
  /** Violations, a sentence each: faults in the books, or a server that ended by itself. */
  readonly violations: readonly string[]
  /** How many requests were answered or refused, and how many answers were server errors. */
  readonly told: number
  readonly refused: number
}

/** Lets clients buy, charge and refund at two servers whose PostgreSQL crashes `failovers` times and restarts. */
export const failOverAgainAndAgain = async (failovers: number): Promise<FailedOver> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const postgresql = await startPostgresql()
  const proxy = await openDatabaseProxy(postgresql.socketPath)
  const databaseUrl = await createDatabase(postgresql.url)
  const shop = await startSeveralServers({ ofServers: proxy.addressOf(databaseUrl), direct: databaseUrl }, 2, folder)
  try {
    const crash = databaseAccidents['PostgreSQL crashes and starts again']!
    for (let left = failovers; left > 0; left--) {
      await shop.serveDuring(() => crash({ postgresql, proxy, databaseUrl }))
    }
    const ended = shop.servers.filter((server) => server.hasEnded()).map(() => 'A server ended by itself.')
    const violations = await shop.settle()
    const refused = shop.answers.filter(({ status }) => status >= 500).length
    return { violations: [...ended, ...violations], told: shop.told.length, refused }
  } finally {
    await Promise.all(shop.servers.map((server) => server.kill()))
    await proxy.close()
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
