import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import { StartProblem } from '../../config/start-problem.ts'
import type { Database } from '../../store/database.ts'
import { type AppendBytes, payloads, type ArchiveTarget, writeArchive } from '../archive/write-archive.ts'
import { type BackupSource, describeDatabase } from '../backup-source.ts'
import { removeTimeLimits } from '../database-totals.ts'
import { findProgramVersion, startProgram } from './programs.ts'

/** Backs up a PostgreSQL database with `pg_dump`, which uses the same snapshot as the row counts. */
export const backUpPostgresql = async (books: BackupSource, target: ArchiveTarget): ReturnType<typeof writeArchive> => {
  const dumpedBy = await findProgramVersion('pg_dump')
  const { db } = books.database
  const { databaseUrl } = books.config
  if (databaseUrl === null) throw new Error('The database has no address.')
  await refuseOlderProgram(db, dumpedBy)
  return writeArchive(target, payloads.dump, books.secret, (append) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await removeTimeLimits(transaction)
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(transaction)
        const described = await describeDatabase(transaction, books, 'backup', dumpedBy)
        await dump(databaseUrl, oneRow(rows).snapshot, append)
        return described
      }),
  )
}

/** `pg_dump` itself refuses a newer server, but with a less helpful message. */
const refuseOlderProgram = async (db: Database, dumpedBy: number): Promise<void> => {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer / 10000 as version`.execute(db)
  const { version } = oneRow(rows)
  if (dumpedBy >= version) return
  throw new StartProblem(
    `pg_dump on PATH is of PostgreSQL ${dumpedBy}, and the database is of ${version}: install the client programs of ${version}, or use \`export\`, which needs none.`,
  )
}

const dump = async (databaseUrl: string, snapshot: string, append: AppendBytes): Promise<void> => {
  const { child, ended } = startProgram('pg_dump', ['--format=custom', `--snapshot=${snapshot}`], databaseUrl)
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) await append(chunk)
  } catch (error) {
    child.kill()
    throw error
  }
  await ended
}
