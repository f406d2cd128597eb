import { expect, onTestFinished, test } from 'vitest'
import { templatesOf } from '../support/databases/databases.ts'
import { findInstalledPostgresql } from '../support/databases/find-installed-postgresql.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { faultsOf, type Grounds, loseAndRestore } from './restored-backup.ts'

const groundsOf = async (kind: 'embedded' | 'postgresql'): Promise<Grounds | undefined> => {
  if (kind === 'embedded') return { serverUrl: (await templatesOf('postgresql')).server }
  const programs = findInstalledPostgresql()
  if (programs === undefined) return undefined
  const server = await startPostgresql({ installed: programs })
  onTestFinished(server.stop)
  return { serverUrl: server.url, programs }
}

test.concurrent.each(['embedded', 'postgresql'] as const)(
  'a shop over %s is backed up while clients pay, killed and restored: nothing is charged twice, and what was lost is found',
  { timeout: 600_000 },
  async (kind) => {
    const grounds = await groundsOf(kind)
    if (grounds === undefined) return console.log('Skipped: there is no pg_dump here (apt-get install postgresql).')

    expect(faultsOf(await loseAndRestore(grounds))).toEqual([])
  },
)
