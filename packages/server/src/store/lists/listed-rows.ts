import { type AliasedExpression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { ListedTable } from './list-query.ts'

/** How a list reads its items: by the ids of its rows, or in the statement that finds the rows. */
export type ItemReader<Item> = LoadsByIds<Item> | ListedRows<Item>

/** Loads the items of some rows, in the order of the ids. */
export type LoadsByIds<Item> = (db: OrganizationDatabase, ids: readonly string[]) => Promise<readonly Item[]>

/**
 * A list whose statement finds the rows and also returns their complete items, so that all items are of one moment and cost one round trip.
 * The statement calls the row's table `listed`.
 */
export interface ListedRows<Item> {
  readonly table: ListedTable
  /** Subqueries for each row, under the names that `column` uses. */
  readonly lookups: readonly RowSubquery[]
  /** The item as the text of one JSON value. */
  readonly column: RawBuilder<string>
  /** Makes the item from that text. */
  readonly present: (text: string) => Item
}

/**
 * A subquery over a row of `listed`. The `offset 0` at its end keeps PostgreSQL from turning the subquery into a plain join. PostgreSQL
 * then evaluates the subquery for each row, and usually reuses the result for rows with the same values.
 */
export type RowSubquery = AliasedExpression<object, string>

/** Joins the lookups of each row. */
export const joinSubqueries = <Tables, Name extends keyof Tables, Output>(
  rows: SelectQueryBuilder<Tables, Name, Output>,
  lookups: readonly RowSubquery[],
): SelectQueryBuilder<Tables, Name, Output> =>
  lookups.reduce(
    (joined, each) => joined.leftJoinLateral(each, (join) => join.onTrue()) as unknown as typeof rows,
    rows,
  )

/** Combines a column that selects each row's item as text with the function that makes the item from it. */
export const listedRows = <Item>(
  table: ListedTable,
  parts: readonly RawBuilder<unknown>[],
  present: (found: readonly unknown[]) => Item,
  lookups: readonly RowSubquery[] = [],
): ListedRows<Item> => ({
  table,
  lookups,
  column: sql`json_build_array(${sql.join(parts)})::text`,
  present: (text) => present(JSON.parse(text) as readonly unknown[]),
})

/**
 * Adds a cache from an item's text to the item, for rows that seldom change and are listed often. The item depends only on the text, so the
 * cache cannot be stale. The cache limits the number and the length of its texts, because rows come and go.
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
/** Only the text of a plan with prices for every country is longer, and such plans are rare. */
const charactersMax = 4000
