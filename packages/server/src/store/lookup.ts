import type { Selectable } from 'kysely'
import { type LookupOptions, type RowLookup, rowLookup } from './engine/row-lookup.ts'
import type { Schema } from './schema/schema.ts'

/** A lookup of rows of one table by its columns, for `Write.find`. */
export const lookup = <Table extends keyof Schema & string>(
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
  options?: LookupOptions,
): RowLookup<Selectable<Schema[Table]>> => rowLookup(table, columns, options)
