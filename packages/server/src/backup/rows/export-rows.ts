import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import type { Database } from '../../store/database.ts'
import { readEventMonths } from '../../store/events/months/read-event-months.ts'
import { payloads, type ArchiveTarget, writeArchive } from '../archive/write-archive.ts'
import { type BackupSource, describeDatabase } from '../backup-source.ts'
import { removeTimeLimits } from '../database-totals.ts'
import { findSequences, findTables, type Table } from './tables.ts'

/**
 * Writes the rows of all tables, at one moment, into a file that either kind of database can import. Each line is JSON: an object names the
 * next table, and each array after it is a row of that table. Values are in PostgreSQL's own text form, so no value is rounded.
 */
export const exportRows = (books: BackupSource, target: ArchiveTarget): ReturnType<typeof writeArchive> =>
  writeArchive(target, payloads.rows, books.secret, (append) =>
    books.database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        await removeTimeLimits(transaction)
        const described = await describeDatabase(transaction, books, 'export')
        await pipeline(
          Readable.from(linesOf(transaction)),
          createGzip({ level: target.gzipLevel ?? constants.Z_DEFAULT_COMPRESSION }),
          async (chunks: AsyncIterable<Buffer>) => {
            for await (const chunk of chunks) await append(chunk)
          },
        )
        return described
      }),
  )

/** Settings that make PostgreSQL write values in a form that any server reads identically. */
const exactTextSettings = sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true),
  set_config('intervalstyle', 'iso_8601', true), set_config('extra_float_digits', '1', true),
  set_config('bytea_output', 'hex', true)`

async function* linesOf(transaction: Database): AsyncGenerator<string> {
  await exactTextSettings.execute(transaction)
  for (const table of await findTables(transaction)) {
    const columns = table.columns.map(({ name }) => name)
    const months = table.name === events ? { months: await readEventMonths(transaction) } : {}
    yield `${JSON.stringify({ table: table.name, columns, ...months })}\n`
    yield* rowsOf(transaction, table)
  }
  yield `${JSON.stringify({ sequences: await findSequences(transaction) })}\n`
}

/** The table that is partitioned by month; an import makes the same partitions. */
const events = 'public.events'

/** Bytes of rows that are read in one batch, whatever the size of a row. */
const batchBytes = 1 << 20

async function* rowsOf(transaction: Database, { name, columns }: Table): AsyncGenerator<string> {
  const texts = columns.map((column) => `${column.name}::text`).join(', ')
  await sql`declare exported no scroll cursor for select to_json(array[${sql.raw(texts)}])::text as line
    from ${sql.raw(name)}`.execute(transaction)
  for (let count = 10; ;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.raw(String(count))} from exported`.execute(transaction)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => `${line}\n`).join('')
    yield lines
    count = Math.min(Math.max(Math.floor((batchBytes * rows.length) / lines.length), 1), 5000)
  }
  await sql`close exported`.execute(transaction)
}
