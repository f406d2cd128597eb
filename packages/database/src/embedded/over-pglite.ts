import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { btree_gin as btreeGin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm as pgTrgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Kysely, sql } from 'kysely'
import { kyselyOver } from '../kysely-over.ts'
import type { OpenDatabase } from '../database-engine.ts'
import { onBehalfOf } from '../turns/on-behalf-of.ts'
import { pingDatabase, probeWriteTo } from '../probe-database.ts'
import { valueParsers } from '../values/value-parsers.ts'
import { PipelinedPglite } from './pipelined-pglite.ts'
import { TakingTurns } from './taking-turns.ts'

/** Starts a PGlite with the extensions that our indexes need. It parses values as our PostgreSQL driver does. */
export const createPglite = async (options: PGliteOptions): Promise<PGlite> => {
  const extensions = { btree_gin: btreeGin, pg_trgm: pgTrgm }
  const pglite = new PipelinedPglite({ ...options, parsers: { ...valueParsers }, extensions })
  await pglite.waitReady
  return pglite
}

/** Wraps a started PGlite as an open database. `afterClose` runs once, after PGlite has closed. */
export const overPglite = <Schema>(pglite: PGlite, afterClose: () => void = () => {}): OpenDatabase<Schema> => {
  const db = kyselyOver<Schema>(new TakingTurns({ pglite }))
  let closing: Promise<void> | undefined
  const close = () => (closing ??= pglite.close().finally(afterClose))
  return {
    kind: 'embedded',
    db,
    // The ping queues as `readiness`, so that it does not wait behind the requests of organizations.
    ping: () => onBehalfOf('readiness', () => pingDatabase(db)),
    probeWrite: () => probeWriteTo(db),
    maintain: () => maintain(db),
    close,
  }
}

/** Vacuums one table after the other, so that other statements can run in between: a vacuum blocks them. */
const maintain = async <Schema>(db: Kysely<Schema>) => {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relpersistence = 'p'`.execute(db)
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db)
  await sql`checkpoint`.execute(db)
}
