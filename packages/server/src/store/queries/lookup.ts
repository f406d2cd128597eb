import { type LookupOptions, type RowLookup, rowLookup } from '@billing-checkout/database'
import type { Selectable } from 'kysely'
import { isOwnedTable } from '../schema/ownership.ts'
import type { Schema } from '../schema/schema.ts'

/** A lookup that takes one value for each of its columns. */
export interface LookupBy<Columns extends readonly string[], Row> extends RowLookup<Row> {
  /** Type information only: the number of columns; never set. */
  readonly by?: Columns
}

/** Finds rows of one organization by one value for each of a lookup's columns. */
export type FindBy = <const Columns extends readonly string[], Row>(
  lookup: LookupBy<Columns, Row>,
  values: { readonly [Place in keyof Columns]: string },
) => Promise<readonly Row[]>

/**
 * Makes a lookup of rows of one table by its columns, for `Write.find`. In tables that belong to organizations, it finds only the rows of
 * the write's organization.
 */
export const lookup = <
  Table extends keyof Schema & string,
  const Columns extends readonly (keyof Schema[Table] & string)[],
>(
  table: Table,
  columns: Columns,
  options?: LookupOptions,
): LookupBy<Columns, Selectable<Schema[Table]>> =>
  rowLookup(table, isOwnedTable(table) ? ['organizationId', ...columns] : columns, options)

/** Makes a function that finds the row with an id in a transaction that writes; `undefined` if there is none. */
export const createFinder =
  <Row>(by: LookupBy<readonly [string], Row>) =>
  async ({ find }: { readonly find: FindBy }, id: string): Promise<Row | undefined> =>
    (await find(by, [id]))[0]
