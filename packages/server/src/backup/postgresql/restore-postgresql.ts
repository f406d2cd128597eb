import { oneRow } from '@billing-checkout/database'
import { openPostgresql } from '@billing-checkout/database/postgresql'
import { sql } from 'kysely'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { StartProblem } from '../../config/start-problem.ts'
import type { Database } from '../../store/database.ts'
import type { Schema } from '../../store/schema/schema.ts'
import type { Manifest } from '../archive/manifest.ts'
import type { Archive } from '../archive/open-archive.ts'
import { analyzeTables, type CopyCheckResult, type ErasuresToRepeat, finishRestore } from '../finish-restore.ts'
import { findProgramVersion, startProgram } from './programs.ts'

/**
 * Restores a dump into an empty PostgreSQL database, and returns the result of the checks. `pg_restore` runs in one transaction; a second
 * transaction checks everything and makes all connections wait. No server starts in between, because only the second transaction writes the
 * migration history.
 */
export const restorePostgresql = async (
  { manifest, payload }: Archive,
  { databaseUrl, mode }: Pick<Config, 'mode'> & { readonly databaseUrl: string },
  logger: Logger,
  toRepeat?: ErasuresToRepeat,
): Promise<CopyCheckResult> => {
  const database = await openPostgresql<Schema>(databaseUrl, { mode, logger })
  const { db } = database
  try {
    await refuseUsed(db)
    await refuseOlderServer(db, manifest)
    await refuseOlderProgram(manifest)
    await restoreDump(payload, databaseUrl)
    const finished = await db.transaction().execute(async (transaction) => {
      await addHistory(transaction, manifest)
      return finishRestore(transaction, manifest, toRepeat)
    })
    await analyzeTables(database)
    return finished
  } finally {
    await database.close()
  }
}

const refuseOlderProgram = async ({ dumpedBy }: Manifest): Promise<void> => {
  const version = await findProgramVersion('pg_restore')
  if (version >= (dumpedBy ?? 0)) return
  throw new StartProblem(
    `pg_restore on PATH is of PostgreSQL ${version}, and the backup was made by pg_dump of ${dumpedBy}: install the client programs of ${dumpedBy}. Nothing was changed.`,
  )
}

const refuseOlderServer = async (db: Database, { postgresql }: Manifest): Promise<void> => {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer / 10000 as version`.execute(db)
  const { version } = oneRow(rows)
  if (version >= postgresql) return
  throw new StartProblem(
    `The backup is of PostgreSQL ${postgresql}, this server is one of ${version}: restore it into a newer one. Nothing was changed.`,
  )
}

/** Throws if users have created anything in the database. Objects that belong to extensions do not count. */
const refuseUsed = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schema.nspname, thing.relname) as name
    from pg_class as thing join pg_namespace as schema on schema.oid = thing.relnamespace
    where schema.nspname not in ('pg_catalog', 'information_schema') and schema.nspname not like 'pg\\_%'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = thing.oid and deptype = 'e')
    limit 1`.execute(db)
  if (rows[0] === undefined) return
  throw new StartProblem(
    `The database is not empty, it has ${rows[0].name}: make a new one with createdb and name it in DATABASE_URL. Nothing was changed.`,
  )
}

const restoreDump = async (payload: Archive['payload'], databaseUrl: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'billing-checkout-'))
  try {
    const list = join(folder, 'list')
    await writeFile(list, await listWithoutHistory(payload, databaseUrl))
    const { child, ended } = startProgram(
      'pg_restore',
      [
        '--single-transaction',
        '--exit-on-error',
        '--no-owner',
        '--no-privileges',
        '--no-comments',
        `--use-list=${list}`,
        // Empty, because `pg_restore` reads the address of the database from the environment.
        '--dbname=',
      ],
      databaseUrl,
    )
    await feed(payload, child.stdin)
    await ended
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The dump's table of contents, without the entry for the rows of the migration history. */
const listWithoutHistory = async (payload: Archive['payload'], databaseUrl: string): Promise<string> => {
  const { child, ended } = startProgram('pg_restore', ['--list'], databaseUrl)
  const [list] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), feed(payload, child.stdin)])
  await ended
  return list
    .split('\n')
    .filter((line) => !line.includes(' TABLE DATA public schema_migrations '))
    .join('\n')
}

/** Writes the payload until the program stops reading. If the program ends early, the program itself reports the reason. */
const feed = async (payload: Archive['payload'], input: NodeJS.WritableStream | null): Promise<void> => {
  if (input === null) return
  await pipeline(Readable.from(payload()), input).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

const addHistory = async (transaction: Database, { migrations }: Manifest): Promise<void> => {
  await sql`insert into schema_migrations (version, name, applied_at, needs_version)
    select version, name, "appliedAt", "needsVersion" from jsonb_to_recordset(${JSON.stringify(migrations)}::jsonb)
      as step (version integer, name text, "appliedAt" timestamptz, "needsVersion" integer)`.execute(transaction)
}
