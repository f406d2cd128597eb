import { parseArgs } from 'node:util'
import { findInstalledPostgresql } from '../support/databases/find-installed-postgresql.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'
import { faultsOf, loseAndRestore } from './restored-backup.ts'

// `node test/crash/restore-again-and-again.ts --runs 10` backs shops up while clients pay, kills them and restores the backups, ten times
// over each kind of database. It stops at the first fault.

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10' } } })
const programs = findInstalledPostgresql()
if (programs === undefined)
  console.log('PostgreSQL is left out: there is no pg_dump here (apt-get install postgresql).')
const postgresql = await startPostgresql(programs === undefined ? {} : { installed: programs })
try {
  for (let run = 1; run <= Number(values.runs); run++) {
    const grounds = [{ serverUrl: postgresql.url }, ...(programs ? [{ serverUrl: postgresql.url, programs }] : [])]
    for (const place of grounds) {
      const after = await loseAndRestore(place)
      const faults = faultsOf(after)
      const kind = 'programs' in place ? 'PostgreSQL' : 'the embedded database'
      console.log(`${run}: ${kind}: ${after.booked} booked, ${after.unmatched} without a record`)
      if (faults.length > 0) throw new Error(faults.join('\n'))
    }
  }
} finally {
  await postgresql.stop()
}
