import { sql } from 'kysely'
import { openEmbedded } from '../../packages/server/src/store/engine/embedded/open.ts'

// Run as a process of its own to be killed: commits numbers one by one and prints each once it is committed.

const { db } = await openEmbedded(process.argv[2]!)
await sql`create table printed (number integer)`.execute(db)
for (let number = 1; ; number++) {
  await sql`insert into printed values (${number})`.execute(db)
  process.stdout.write(`${number}\n`)
}
