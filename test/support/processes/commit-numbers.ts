import { sql } from 'kysely'
import { fsyncSync } from 'node:fs'
import { openEmbedded } from '#database/embedded/open.ts'

// Runs as a process of its own, to be killed or to lose its disk. Commits numbers one by one into the data folder of the first argument,
// and prints each number after its commit. With a second argument, the disk fails after that many commits.

const [dataDir = '', failsAfter = 'Infinity'] = process.argv.slice(2)
let committed = 0
const sync = (descriptor: number) => {
  if (committed >= Number(failsAfter)) throw Object.assign(new Error('I/O error'), { code: 'EIO' })
  fsyncSync(descriptor)
}

const { db } = await openEmbedded(dataDir, { sync })
await sql`create table if not exists printed (number integer)`.execute(db)
for (;;) {
  await sql`insert into printed values (${committed + 1})`.execute(db)
  committed += 1
  process.stdout.write(`${committed}\n`)
}
