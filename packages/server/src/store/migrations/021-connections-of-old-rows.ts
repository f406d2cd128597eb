import { type Kysely, sql } from 'kysely'

/** Rows of an operator's own processor that were written before there were connections belong to the connection with its name. */
export const connectionsOfOldRows = {
  version: 21,
  name: 'connections of old rows',
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['attempts', 'payment_methods']) {
      await sql.raw(`update ${table} set connection = processor where processor <> 'sandbox'`).execute(db)
    }
  },
}
