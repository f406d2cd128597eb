import { oneRow, openDatabase } from '@billing-checkout/database'
import { migrateToLatest } from '@billing-checkout/database/migrate'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { StartProblem } from '../../config/start-problem.ts'
import type { Database } from '../../store/database.ts'
import { maintainEventMonths } from '../../store/events/months/maintain-event-months.ts'
import { copyEventMonths } from '../../store/events/months/make-event-months.ts'
import type { EventMonth } from '../../store/events/months/read-event-months.ts'
import { migrations } from '../../store/migrations/index.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { gunzip } from '../archive/gunzip.ts'
import type { Manifest } from '../archive/manifest.ts'
import type { Archive } from '../archive/open-archive.ts'
import { removeTimeLimits } from '../database-totals.ts'
import { analyzeTables, finishRestore } from '../finish-restore.ts'
import { findTables, type Sequence, setSequences, type Table } from './tables.ts'

/**
 * Imports rows into an empty database of either kind, and returns inconsistencies in the books. It first creates the tables with exactly
 * the schema of the export. One transaction then inserts all rows and checks them before it commits. If anything fails before that commit,
 * no row remains, and the import can be repeated.
 */
export const importRows = async (
  { manifest, payload }: Archive,
  config: Config,
  logger: Logger,
): Promise<readonly string[]> => {
  const database = await openDatabase<Schema>({ ...config, logger })
  const db: Database = database.db
  try {
    await refuseUsed(db)
    const known = new Set(manifest.migrations.map(({ version }) => version))
    await migrateToLatest(
      database.db,
      migrations.filter(({ version }) => known.has(version)),
    )
    const faults = await db.transaction().execute(async (transaction) => {
      await removeTimeLimits(transaction)
      const tables = await findTables(transaction)
      // Another import, or a starting server, waits here and then finds the rows.
      await sql`lock table ${sql.raw(tables.map(({ name }) => name).join(', '))} in access exclusive mode`.execute(
        transaction,
      )
      await refuseUsed(transaction)
      await withoutGuards(transaction, tables, () => fill(transaction, tables, payload))
      const found = await finishRestore(transaction, manifest)
      await keepOwnHistory(transaction, manifest)
      return found.faults
    })
    await migrateToLatest(database.db, migrations)
    // Makes the partitions up to this month, because the file may be from an earlier month.
    await maintainEventMonths(db, { keptMonths: null })
    await analyzeTables(database)
    return faults
  } finally {
    await database.close()
  }
}

/** Tables whose rows come from the migrations, so that rows in them do not mean that the database is in use. */
const madeByMigrations: ReadonlySet<string> = new Set(['public.schema_migrations', 'public.clock', 'public.audit_head'])

const refuseUsed = async (db: Database): Promise<void> => {
  for (const table of await findTables(db)) {
    if (madeByMigrations.has(table.name) || !(await hasRows(db, table))) continue
    throw new StartProblem(
      `The database is not empty, there are rows in ${table.name}: name an empty one. Nothing was changed.`,
    )
  }
}

const hasRows = async (db: Database, { name }: Table): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select exists (select from ${sql.raw(name)}) as has`.execute(db)
  return oneRow(rows).has
}

/** The copy gets its own identity and its own migration times. */
const keepOwnHistory = async (transaction: Database, { migrations: applied }: Manifest): Promise<void> => {
  await sql`delete from database_identity`.execute(transaction)
  await sql`update schema_migrations set applied_at = clock_timestamp()
    where version = any(${applied.map(({ version }) => version)})`.execute(transaction)
}

/** A line of an export: the next table, a row of the latest table or, at the end, the positions of the sequences. */
type Line =
  | { readonly table: string; readonly columns: readonly string[]; readonly months?: readonly EventMonth[] }
  | { readonly sequences: readonly Sequence[] }
  | readonly (string | null)[]

/** Characters of rows that are sent in one statement. */
const batchLength = 1 << 20

const fill = async (transaction: Database, tables: readonly Table[], payload: Archive['payload']): Promise<void> => {
  for (const { name } of tables) await sql`delete from ${sql.raw(name)}`.execute(transaction)
  let insert: ((lines: readonly string[]) => Promise<void>) | undefined
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (batch.length > 0) await insert?.(batch)
    batch = []
    length = 0
  }
  for await (const text of linesOf(gunzip(payload()))) {
    if (text.startsWith('[')) {
      batch.push(text)
      length += text.length
      if (length > batchLength) await flush()
      continue
    }
    await flush()
    const line = JSON.parse(text) as Exclude<Line, readonly (string | null)[]>
    if ('sequences' in line) {
      await setSequences(transaction, line.sequences)
      continue
    }
    if (line.months !== undefined) await copyEventMonths(transaction, line.months)
    insert = inserterOf(transaction, tables, line)
  }
  await flush()
}

/** Splits UTF-8 into lines at line feeds only. Node's own line reader also splits at other characters, which occur in people's texts. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, end)]).toString('utf8')
      begun = []
      from = end + 1
    }
    if (from < piece.length) begun.push(piece.subarray(from))
  }
}

const inserterOf = (
  transaction: Database,
  tables: readonly Table[],
  { table: name, columns }: { readonly table: string; readonly columns: readonly string[] },
): ((lines: readonly string[]) => Promise<void>) => {
  const table = tables.find((each) => each.name === name)
  const types = columns.map((column) => table?.columns.find((each) => each.name === column)?.type)
  if (table === undefined || types.includes(undefined)) {
    throw new StartProblem(`The table ${name} of the file is not one of this version. Nothing was changed.`)
  }
  const values = types.map((type, place) => `(line ->> ${place})::${type}`).join(', ')
  return async (lines) => {
    await sql`insert into ${sql.raw(name)} (${sql.raw(columns.join(', '))}) overriding system value
      select ${sql.raw(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as line`.execute(
      transaction,
    )
  }
}

/**
 * Fills tables while triggers and foreign keys are off: rows arrive in any order, and rows that triggers made are in the file. Afterwards
 * it turns both on again and checks all foreign keys.
 */
const withoutGuards = async (
  transaction: Database,
  tables: readonly Table[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any(${tables.map(({ name }) => name)}::regclass[])
    order by 1, 2`.execute(transaction)
  for (const { table, name } of keys) await runStatement(transaction, `alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await runStatement(transaction, `alter table ${name} disable trigger user`)
  await fill()
  for (const { name } of tables) await runStatement(transaction, `alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await runStatement(transaction, `alter table ${table} add constraint ${name} ${definition}`)
  }
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const runStatement = async (transaction: Database, statement: string): Promise<void> => {
  await sql.raw(statement).execute(transaction)
}
