import { expect, onTestFinished, test } from 'vitest'
import { templatesOf } from '../support/databases/databases.ts'
import { findInstalledPostgresql } from '../support/databases/find-installed-postgresql.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { faultsOf, type Grounds, loseAndRestore } from './restored-backup.ts'

/**
 * Starts the PostgreSQL that is installed here. If none is, uses the tests' PostgreSQL for the processor's books, and the embedded database
 * for the shop. `npm run drill` restores both kinds of databases.
 */
const openGrounds = async (): Promise<Grounds> => {
  const programs = findInstalledPostgresql()
  if (programs === undefined) return { serverUrl: (await templatesOf('postgresql')).server }
  const server = await startPostgresql({ installed: programs })
  onTestFinished(server.stop)
  return { serverUrl: server.url, programs }
}

test(
  'a shop that is backed up under load, killed and restored charges nothing twice, and finds what was lost',
  { timeout: 600_000 },
  async () => {
    expect(faultsOf(await loseAndRestore(await openGrounds()))).toEqual([])
  },
)
