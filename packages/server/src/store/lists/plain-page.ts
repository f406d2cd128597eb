import { required, type Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import { parseTimestamp } from '../engine/values/parse-timestamp.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { countedQuicklyMax, filterOf, type KnownTotal } from './list-totals.ts'
import type { Schema } from '../schema/schema.ts'
import { type ListedBy, type ListedTable, type ListQuery, madeWithin } from './list-query.ts'
import { type ListedRows, withLookups } from './listed-rows.ts'
import { latestMinted } from './snapshots.ts'

/** The first page of a list, and what the statement that read it knows of the list's total. */
export interface PlainPage<Item> {
  readonly snapshotAt: Timestamp
  readonly items: readonly Item[]
  /** The latest total that is known, up to the snapshot. */
  readonly known: KnownTotal | undefined
  /** The exact total; absent where so many rows are to be counted that a statement of its own, planned for that, does it better. */
  readonly total: number | undefined
  /** The total to store, with the rows that the list leaves out, because with it the next page is read faster. */
  readonly worthStoring: number | undefined
}

/** Counting this many rows takes a fortieth of a list's time or more; a few lists later that is more than a stored total costs. */
const worthStoringMin = 250

/** Whether a query asks for the latest rows of a list, whatever they are, and the total of the list can be known from an earlier one. */
export const isPlain = <Table extends ListedTable>(
  { changing, leavesOut }: ListedBy<Table>,
  query: ListQuery,
): boolean => {
  const { limit = 100, page = 1, order = 'desc', sort = 'created_at' } = query
  const isLatest = limit <= plainMax && page === 1 && order === 'desc' && sort === 'created_at'
  const isKnown = changing !== 'anything' || leavesOut !== undefined
  return (
    isLatest && isKnown && Object.entries(query).every(([name, value]) => value === undefined || ofEveryList.has(name))
  )
}

const ofEveryList: ReadonlySet<string> = new Set(['limit', 'page', 'order', 'sort', 'snapshot_at'])

const plainMax = 100

/** Which page is read, and by what its total is known. */
export interface PlainQuery {
  /** Absent: the snapshot that was minted last over the same connection. */
  readonly snapshotAt: Timestamp | undefined
  readonly limit: number
}

/** Reads the first page of a list without conditions, which is what most ask for: its statement is always the same. */
export const readPlainPage = async <Table extends ListedTable, Item>(
  db: OrganizationDatabase,
  by: ListedBy<Table>,
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
    worthStoring: isFew && counted > worthStoringMin ? all : undefined,
  }
}

/** What the total of a list is made of. */
type CountedRows = readonly [
  snapshotAt: string | null,
  knownAt: string | null,
  knownTotal: number | null,
  /** The rows that a known total lacks, or all; up to one more than are few. */
  counted: number,
  /** The number of rows that the list leaves out, up to the same limit. */
  leftOut: number,
]

/** What was counted, in the first row, or what is shown of a row: the text of a JSON value. */
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
  { table, narrow, leavesOut }: ListedBy<Table>,
  { column, lookups }: ListedRows<Item>,
): ReadPlainPage => {
  const rows = (db: OrganizationDatabase, snapshotAt: RawBuilder<Timestamp>) =>
    // One builder serves all tables; Kysely's types cannot follow a table name that is itself a type parameter.
    (db.selectFrom(`${table} as listed` as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>).where(
      madeWithin({ snapshotAt }),
    )
  return compiledForOrganizations((db: OrganizationDatabase, given: Timestamp | null, limit: number) => {
    const snapshotAt = sql<Timestamp>`coalesce(${given}::timestamptz, ${latestMinted})`
    const latest = withLookups(narrow(rows(db, snapshotAt)), lookups)
      .select(column.as('shown'))
      .orderBy(sql.ref('createdAt'), 'desc')
      .orderBy(sql.ref('id'), 'desc')
      // A limit that is written down: with one that it does not know, PostgreSQL may sort the whole list to give a page.
      .limit(sql.lit(plainMax))
    const counted = (all: SelectQueryBuilder<Schema, Table, object>) =>
      sql<number>`(select count(*) from (${all.select(sql`1`.as('one')).limit(sql.lit(countedQuicklyMax + 1))}) as few)`
    const added = (leavesOut?.among.narrow ?? narrow)(rows(db, snapshotAt)).where(
      sql<boolean>`created_at > coalesce((select snapshot_at from known), '-infinity')`,
    )
    const leftOut = leavesOut ? counted(leavesOut.narrow(rows(db, snapshotAt))) : sql`0`
    const known = db
      .selectFrom('listTotals')
      .select(['snapshotAt', 'total'])
      .where('list', '=', table)
      .where('filter', '=', filterOf(leavesOut?.query ?? {}))
      .where('snapshotAt', '<=', snapshotAt)
      .orderBy('snapshotAt', 'desc')
      .limit(1)
    // One row per item: PostgreSQL copies a page in one value again and again as it grows, and the client must wait for all of it. Parts of
    // `union all` are answered in their order, because PostgreSQL shares them among processes only if none has a limit.
    return sql<ReadRow>`with known as materialized (${known})
        select json_build_array(${snapshotAt}, (select snapshot_at from known), (select total from known), ${counted(added)}, ${leftOut})::text as shown
        union all (select latest.shown from (${latest}) as latest limit ${limit})`
  })
}
