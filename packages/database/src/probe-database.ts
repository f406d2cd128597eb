import { CompiledQuery, type Kysely } from 'kysely'

/** Resolves if a database answers and accepts writes. On a standby it throws, like every write. */
export const pingDatabase = async <Schema>(db: Kysely<Schema>): Promise<void> => {
  const { rows } = await db.executeQuery<{ readonly readOnly: string }>(
    CompiledQuery.raw(`select current_setting('transaction_read_only') as read_only`),
  )
  if (rows[0]?.readOnly === 'on') {
    throw Object.assign(new Error('The database is read only.'), { code: '25006' })
  }
}

/** Resolves once a database has allocated space in a table and in its write-ahead log. No row remains. */
export const probeWriteTo = async <Schema>(db: Kysely<Schema>): Promise<void> => {
  await db.executeQuery(
    CompiledQuery.raw(`do $$ begin
      create temporary table write_probe on commit drop as
        select repeat(md5(line::text), 60) as text from generate_series(1, 100) as line;
      perform pg_logical_emit_message(true, 'billing-checkout', 'probe');
    end $$`),
  )
}
