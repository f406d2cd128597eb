import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Deletes the rows of a table whose time lies before a moment, except those that `unless` describes in SQL. The time's column has an index.
 * It deletes a thousand rows at a time, each thousand in its own transaction. So no other transaction waits long, and no statement times
 * out.
 */
export const deleteBefore = async (
  database: Database,
  table: string,
  column: string,
  before: string,
  { rowsAtOnce = 1000, unless = 'false' }: { readonly rowsAtOnce?: number; readonly unless?: string } = {},
): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.raw(table)} where ctid = any(array(
        select ctid from ${sql.raw(table)} where ${sql.raw(column)} < ${before} and not (${sql.raw(unless)})
        order by ${sql.raw(column)} limit ${sql.lit(rowsAtOnce)}
      ))`.execute(database)
    if (numAffectedRows < rowsAtOnce) return
  }
}
