import { pino } from 'pino'
import { importRows } from '#server/backup/rows/import-rows.ts'
import { openArchive } from '#server/backup/archive/open-archive.ts'
import { findMasterSecret } from '#server/backup/backup-source.ts'
import { readConfig } from '#server/config/read-config.ts'

// Imports the first half of the given file, then waits to be killed.

const config = readConfig(process.env)
const archive = await openArchive(process.argv[2]!, {
  kind: 'export',
  mode: config.mode,
  secret: findMasterSecret(config),
})
const half = Math.floor(archive.manifest.payload.bytes / 2)

async function* payload(): AsyncGenerator<Buffer> {
  let sent = 0
  for await (const piece of archive.payload()) {
    for (let at = 0; at < piece.length; at += 65_536) {
      yield piece.subarray(at, at + 65_536)
      sent += 65_536
      if (sent < half) continue
      process.send?.('half')
      await new Promise(() => setInterval(() => {}, 1000))
    }
  }
}

await importRows({ ...archive, payload }, config, pino({ level: 'silent' }))
