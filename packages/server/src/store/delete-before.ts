import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Deletes the rows of a table whose time, which has an index, lies before a moment: a thousand at a time, each in a
 * transaction of its own, so that however many there are nobody waits for them and no statement runs out of time.
 */
export const deleteBefore = async (
  database: Database,
  table: string,
  column: string,
  before: string,
  rowsAtOnce = 1000,
): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.raw(table)} where ctid = any(array(
        select ctid from ${sql.raw(table)} where ${sql.raw(column)} < ${before}
        order by ${sql.raw(column)} limit ${sql.lit(rowsAtOnce)}
      ))`.execute(database)
    if (numAffectedRows < rowsAtOnce) return
  }
}
