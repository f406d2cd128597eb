import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase } from '../support/databases/database-on-server.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { startSeveralServers } from './several-servers.ts'

/** The state after several servers were killed and restarted, one after another. */
export interface OneKilled {
  /** Violations, a sentence each. */
  readonly violations: readonly string[]
  /** How many requests were answered or refused, and how many clients got the answer that they had paid. */
  readonly told: number
  readonly paid: number
}

/** The number of servers, how often one of them is killed, and how many seconds all servers run between two kills. */
export interface KillsOfSeveral {
  readonly servers: number
  readonly kills: number
  readonly everySeconds: number
}

/**
 * Lets clients buy, charge and refund at several servers over one PostgreSQL. The servers are killed and restarted one after another.
 * Leases have their real length, so the other servers finish a killed server's work when its leases expire.
 */
export const killOneOfSeveral = async ({ servers, kills, everySeconds }: KillsOfSeveral): Promise<OneKilled> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const postgresql = await startPostgresql()
  const url = await createDatabase(postgresql.url)
  const shop = await startSeveralServers({ ofServers: url, direct: url }, servers, folder)
  try {
    for (let killed = 0; killed < kills; killed++) {
      await shop.serveDuring(async () => {
        await wait(everySeconds * 1000)
        await shop.replace(killed % servers)
      })
    }
    const violations = await shop.settle()
    const paid = shop.told.filter(({ paymentStatus }) => paymentStatus === 'SETTLING').length
    return { violations, told: shop.told.length, paid }
  } finally {
    await Promise.all(shop.servers.map((server) => server.kill()))
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
