import { parseTimestamp } from '@billing-checkout/database'
import { required, type Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { OrganizationDatabase } from '../in-organization.ts'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { Schema } from '../schema/schema.ts'
import { type ListDefinition, type ListedTable, type ListQuery, isCreatedWithin } from './list-query.ts'
import { countedQuicklyMax, hashFilter, type KnownTotal, pagingParameters } from './list-totals.ts'
import { type ListedRows, joinSubqueries } from './listed-rows.ts'
import { latestSnapshot } from './snapshots.ts'

/** The first page of a list, and the facts about the list's total that the same statement read. */
export interface PlainPage<Item> {
  readonly snapshotAt: Timestamp
  readonly items: readonly Item[]
  /** The latest stored total whose snapshot is not later than this page's. */
  readonly known: KnownTotal | undefined
  /** The exact total; absent if there are too many rows to count; a separate statement then counts them. */
  readonly total: number | undefined
  /** The total to store so that the next page is read faster. It includes the rows that the list leaves out. */
  readonly totalToStore: number | undefined
}

/** The snapshot and size of the page. */
export interface PlainQuery {
  /** Absent: the latest snapshot that was made over the same connection. */
  readonly snapshotAt: Timestamp | undefined
  readonly limit: number
}

/** Reads the first page of a list without conditions, the most frequent request. Its statement is always the same. */
export const readPlainPage = async <Table extends ListedTable, Item>(
  db: OrganizationDatabase,
  by: ListDefinition<Table>,
  shown: ListedRows<Item>,
  { snapshotAt, limit }: PlainQuery,
): Promise<PlainPage<Item>> => {
  const { table } = by
  const read = compiled.get(table) ?? compilePlainPage(by, shown)
  compiled.set(table, read)
  const [first, ...rows] = await read(db, snapshotAt ?? null, limit)
  const [at, knownAt, knownTotal, counted, leftOut] = JSON.parse(
    required(first, 'row of a statement').shown,
  ) as CountedRows
  const isFew = counted <= countedQuicklyMax && leftOut <= countedQuicklyMax
  const all = (knownTotal ?? 0) + counted
  return {
    snapshotAt: parseTimestamp(required(at ?? undefined, 'snapshot of list', table)),
    items: rows.map((row) => shown.present(row.shown)),
    known:
      knownAt === null || knownTotal === null ? undefined : { snapshotAt: parseTimestamp(knownAt), total: knownTotal },
    total: isFew ? all - leftOut : undefined,
    totalToStore: isFew && counted > worthStoringMin ? all : undefined,
  }
}

/**
 * If more rows than this were counted, the total is stored. Counting that many takes at least a fortieth of the time for the whole list, so
 * once the list has been read a few times, the stored total has saved more time than storing it took.
 */
const worthStoringMin = 250

/** The numbers that a list's total is computed from. */
type CountedRows = readonly [
  snapshotAt: string | null,
  knownAt: string | null,
  knownTotal: number | null,
  /** How many rows were added since the stored total, or how many there are if none is stored; at most `countedQuicklyMax` + 1. */
  counted: number,
  /** The number of rows that the list leaves out; at most `countedQuicklyMax` + 1. */
  leftOut: number,
]

/** The first row has the counts as JSON text; each other row has the JSON text of an item. */
interface ReadRow {
  readonly shown: string
}

type ReadPlainPage = (
  db: OrganizationDatabase,
  snapshotAt: Timestamp | null,
  limit: number,
) => Promise<readonly ReadRow[]>

const compiled = new Map<ListedTable, ReadPlainPage>()

const compilePlainPage = <Table extends ListedTable, Item>(
  { table, narrow, leavesOut }: ListDefinition<Table>,
  { column, lookups }: ListedRows<Item>,
): ReadPlainPage => {
  const rows = (db: OrganizationDatabase, snapshotAt: RawBuilder<Timestamp>) =>
    // One builder serves all tables; Kysely's types cannot follow a table name that is itself a type parameter.
    (db.selectFrom(`${table} as listed` as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>).where(
      isCreatedWithin({ snapshotAt }),
    )
  return compiledForOrganizations((db: OrganizationDatabase, given: Timestamp | null, limit: number) => {
    const snapshotAt = sql<Timestamp>`coalesce(${given}::timestamptz, ${latestSnapshot})`
    const latest = joinSubqueries(narrow(rows(db, snapshotAt)), lookups)
      .select(column.as('shown'))
      .orderBy(sql.ref('createdAt'), 'desc')
      .orderBy(sql.ref('id'), 'desc')
      // The limit is a literal: if PostgreSQL does not know the limit, it may sort the whole list for one page.
      .limit(sql.lit(plainMax))
    const counted = (all: SelectQueryBuilder<Schema, Table, object>) =>
      sql<number>`(select count(*) from (${all.select(sql`1`.as('one')).limit(sql.lit(countedQuicklyMax + 1))}) as few)`
    const added = (leavesOut?.fullList.narrow ?? narrow)(rows(db, snapshotAt)).where(
      sql<boolean>`created_at > coalesce((select snapshot_at from known), '-infinity')`,
    )
    const leftOut = leavesOut ? counted(leavesOut.narrow(rows(db, snapshotAt))) : sql`0`
    const known = db
      .selectFrom('listTotals')
      .select(['snapshotAt', 'total'])
      .where('list', '=', table)
      .where('filter', '=', hashFilter(leavesOut?.query ?? {}))
      .where('snapshotAt', '<=', snapshotAt)
      .orderBy('snapshotAt', 'desc')
      .limit(1)
    // Each item is a row. If the whole page were one value, PostgreSQL would copy it again and again as it grows, and the client would wait
    // for all of it. PostgreSQL runs the parts of this `union all` in order, because it runs such parts in parallel only if none has a
    // limit.
    return sql<ReadRow>`with known as materialized (${known})
        select json_build_array(${snapshotAt}, (select snapshot_at from known), (select total from known), ${counted(added)}, ${leftOut})::text as shown
        union all (select latest.shown from (${latest}) as latest limit ${limit})`
  })
}

/** Whether a query asks for the latest rows without conditions, and the list's total can be derived from an earlier total. */
export const isPlainQuery = <Table extends ListedTable>(
  { unstableParameters, leavesOut }: ListDefinition<Table>,
  query: ListQuery,
): boolean => {
  const { limit = 100, page = 1, order = 'desc', sort = 'created_at' } = query
  const isLatest = limit <= plainMax && page === 1 && order === 'desc' && sort === 'created_at'
  const isKnown = unstableParameters !== 'anything' || leavesOut !== undefined
  return (
    isLatest &&
    isKnown &&
    Object.entries(query).every(([name, value]) => value === undefined || pagingParameters.has(name))
  )
}

const plainMax = 100
