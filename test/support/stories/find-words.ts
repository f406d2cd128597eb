import { sql } from 'kysely'
import type { Database } from '#server/store/database.ts'

/** For each table that contains one of the words in any column, a row with the word. Bytes are read as text. */
export const findWords = async (db: Database, words: readonly string[]): Promise<Readonly<Record<string, string>>> => {
  const { rows: tables } = await sql<{ name: string; bytes: readonly string[] }>`
    select format('%I.%I', nspname, relname) as name,
      array(select attname::text from pg_attribute where attrelid = thing.oid and atttypid = 'bytea'::regtype) as bytes
    from pg_class as thing join pg_namespace as schema on schema.oid = relnamespace
    where nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and relkind in ('r', 'p') and not relispartition`.execute(
    db,
  )
  const [numbers, texts] = [words.filter(isShortNumber), words.filter((word) => !isShortNumber(word))]
  const patterns = texts.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const wholeNumbers = numbers.map((number) => `\\m${number}\\M`)
  const found: Record<string, string> = {}
  for (const { name, bytes } of tables) {
    const columns = [sql`scanned::text`, ...bytes.map((column) => sql`encode(${sql.ref(column)}, 'escape')`)]
    const { rows } = await sql<{ row: string }>`
      select row from (select concat_ws(' ', ${sql.join(columns)}) as row from ${sql.raw(name)} as scanned) as told
      where row ilike any(${patterns}) or row ~ any(${wholeNumbers}) limit 1`.execute(db)
    if (rows[0] !== undefined) found[name] = rows[0].row
  }
  return found
}

/** A short number, such as a postal code, must match as a whole number, because random ids and hashes contain its digits by chance. */
const isShortNumber = (word: string): boolean => /^\d{1,7}$/.test(word)
