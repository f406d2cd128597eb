import { type AliasedExpression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { ListedTable } from './list-query.ts'

/** How a list reads what it shows of its rows: by their ids, or in the statement that finds them. */
export type Shows<Item> = LoadsByIds<Item> | ListedRows<Item>

/** Loads what is shown of some rows, in the order of their ids. */
export type LoadsByIds<Item> = (db: OrganizationDatabase, ids: readonly string[]) => Promise<readonly Item[]>

/**
 * Rows that are shown with all that belongs to them by the statement that finds them: it sees one moment, and costs one answer. The
 * statement knows the row's table as `listed`.
 */
export interface ListedRows<Item> {
  readonly table: ListedTable
  /** What is looked up for each row, with the name that `column` knows it by. */
  readonly lookups: readonly RowLookup[]
  /** What is shown of a row, as the text of one JSON value. */
  readonly column: RawBuilder<string>
  /** The item of a text that was read. */
  readonly present: (text: string) => Item
}

/**
 * A subquery over a row that is known as `listed`. `offset 0` at its end keeps PostgreSQL from making a plain join of it: it is looked
 * up for each row, and what was found is usually used again for rows with the same values.
 */
export type RowLookup = AliasedExpression<object, string>

/** Joins what is looked up for each row. */
export const withLookups = <Tables, Name extends keyof Tables, Output>(
  rows: SelectQueryBuilder<Tables, Name, Output>,
  lookups: readonly RowLookup[],
): SelectQueryBuilder<Tables, Name, Output> =>
  lookups.reduce(
    (joined, each) => joined.leftJoinLateral(each, (join) => join.onTrue()) as unknown as typeof rows,
    rows,
  )

/** Rows of a table with a column for what is shown of each, and what is made of a value of that. */
export const listedRows = <Item>(
  table: ListedTable,
  parts: readonly RawBuilder<unknown>[],
  present: (found: readonly unknown[]) => Item,
  lookups: readonly RowLookup[] = [],
): ListedRows<Item> => ({
  table,
  lookups,
  column: sql`json_build_array(${sql.join(parts)})::text`,
  present: (text) => present(JSON.parse(text) as readonly unknown[]),
})

/**
 * The same, for rows that seldom change and are listed often: an item is made once of each text. It follows from its text alone, so
 * nothing else can make it wrong. Their number and length are bounded, because rows come and go.
 */
export const oncePerText = <Item>(rows: ListedRows<Item>): ListedRows<Item> => {
  const made = new Map<string, Item>()
  return {
    ...rows,
    present: (text) => {
      const known = made.get(text)
      if (known !== undefined) return known
      const item = rows.present(text)
      if (text.length > charactersMax) return item
      if (made.size >= textsMax) made.clear()
      made.set(text, item)
      return item
    },
  }
}

const textsMax = 1000
/** A plan with prices for every country is longer, and rare. */
const charactersMax = 4000
