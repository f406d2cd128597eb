import type { Selectable } from 'kysely'
import { type LookupOptions, type RowLookup, rowLookup } from '../engine/statements/row-lookup.ts'
import { isOwned } from '../schema/ownership.ts'
import type { Schema } from '../schema/schema.ts'

/** A lookup with one value for each of its columns. */
export interface LookupBy<Columns extends readonly string[], Row> extends RowLookup<Row> {
  /** Never present; carries the number of the columns. */
  readonly by?: Columns
}

/** Finds rows of one organization by the values of a lookup's columns. */
export type FindBy = <const Columns extends readonly string[], Row>(
  lookup: LookupBy<Columns, Row>,
  values: { readonly [Place in keyof Columns]: string },
) => Promise<readonly Row[]>

/**
 * A lookup of rows of one table by its columns, for `Write.find`. In a table that belongs to organizations it finds those of the
 * write's own.
 */
export const lookup = <
  Table extends keyof Schema & string,
  const Columns extends readonly (keyof Schema[Table] & string)[],
>(
  table: Table,
  columns: Columns,
  options?: LookupOptions,
): LookupBy<Columns, Selectable<Schema[Table]>> =>
  rowLookup(table, isOwned(table) ? ['organizationId', ...columns] : columns, options)
