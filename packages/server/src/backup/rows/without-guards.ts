import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { Table } from './tables.ts'

/**
 * Fills tables while triggers and foreign keys are off: rows arrive in any order, and rows that triggers made are in the file. Afterwards
 * it turns both on again and checks all foreign keys.
 */
export const withoutGuards = async (
  transaction: Database,
  tables: readonly Table[],
  fill: () => Promise<void>,
): Promise<void> => {
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any(${tables.map(({ name }) => name)}::regclass[])
    order by 1, 2`.execute(transaction)
  for (const { table, name } of keys) await change(transaction, `alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await change(transaction, `alter table ${name} disable trigger user`)
  await fill()
  for (const { name } of tables) await change(transaction, `alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await change(transaction, `alter table ${table} add constraint ${name} ${definition}`)
  }
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const change = async (transaction: Database, statement: string): Promise<void> => {
  await sql.raw(statement).execute(transaction)
}
