import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Deletes the rows of a table whose time, in a column with an index, lies before a moment. Each batch is a separate transaction, so no
 * other transaction waits long and no statement times out.
 */
export const deleteBefore = async (
  database: Database,
  table: string,
  column: string,
  before: string,
  { rowsPerBatch = 1000 }: { readonly rowsPerBatch?: number } = {},
): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.raw(table)} where ctid = any(array(
        select ctid from ${sql.raw(table)} where ${sql.raw(column)} < ${before}
        order by ${sql.raw(column)} limit ${sql.lit(rowsPerBatch)}
      ))`.execute(database)
    if (numAffectedRows < rowsPerBatch) return
  }
}
