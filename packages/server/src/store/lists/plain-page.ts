import type { Timestamp } from '@billing-checkout/domain'
import { type SelectQueryBuilder, sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import { countedQuicklyMax, type KnownTotal } from './list-totals.ts'
import type { Schema } from '../schema/schema.ts'
import { type ListedBy, type ListedTable, type ListQuery, madeWithin } from './list-query.ts'
import { type ListedRows, withLookups } from './listed-rows.ts'

/** The first page of a list, and what the statement that read it knows of the list's total. */
export interface PlainPage<Item> {
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
  readonly snapshotAt: Timestamp
  readonly limit: number
  readonly filter: string
}

/** Reads the first page of a list without conditions, which is what most ask for: its statement is always the same. */
export const readPlainPage = async <Table extends ListedTable, Item>(
  db: OrganizationDatabase,
  by: ListedBy<Table>,
  shown: ListedRows<Item>,
  { snapshotAt, limit, filter }: PlainQuery,
): Promise<PlainPage<Item>> => {
  const { table } = by
  const read = compiled.get(table) ?? compilePlainPage(by, shown)
  compiled.set(table, read)
  const rows = await read(db, snapshotAt, limit, table, filter)
  // The first page of a list is empty only if the list is.
  const { knownAt, knownTotal, counted, leftOut } = rows[0] ?? ofNone
  const isFew = counted <= countedQuicklyMax && leftOut <= countedQuicklyMax
  const all = (knownTotal ?? 0) + counted
  return {
    items: rows.map((row) => shown.present(row.shown)),
    known: knownAt === null || knownTotal === null ? undefined : { snapshotAt: knownAt, total: knownTotal },
    total: isFew ? all - leftOut : undefined,
    worthStoring: isFew && counted > worthStoringMin ? all : undefined,
  }
}

/** What is known of a list's total, which every row of its page says. */
interface KnownOfTotal {
  readonly knownAt: Timestamp | null
  readonly knownTotal: number | null
  /** The rows that a known total lacks, or all; up to one more than are few. */
  readonly counted: number
  /** The rows that the list leaves out, counted as far. */
  readonly leftOut: number
}

const ofNone: KnownOfTotal = { knownAt: null, knownTotal: null, counted: 0, leftOut: 0 }

interface ReadRow extends KnownOfTotal {
  readonly shown: unknown
}

type ReadPlainPage = (
  db: OrganizationDatabase,
  snapshotAt: Timestamp,
  limit: number,
  list: string,
  filter: string,
) => Promise<readonly ReadRow[]>

const compiled = new Map<ListedTable, ReadPlainPage>()

const compilePlainPage = <Table extends ListedTable, Item>(
  { table, narrow, leavesOut }: ListedBy<Table>,
  { column, lookups }: ListedRows<Item>,
): ReadPlainPage => {
  const rows = (db: OrganizationDatabase, snapshotAt: Timestamp) =>
    // One builder serves all tables; Kysely's types cannot follow a table name that is itself a type parameter.
    (
      db.selectFrom(`${table} as listed` as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>
    ).where(madeWithin({ snapshotAt }))
  return compiledForOrganizations(
    (db: OrganizationDatabase, snapshotAt: Timestamp, limit: number, list: string, filter: string) => {
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
        .where('list', '=', list)
        .where('filter', '=', filter)
        .where('snapshotAt', '<=', snapshotAt)
        .orderBy('snapshotAt', 'desc')
        .limit(1)
      // A row each: a page in one value is copied again and again as it grows, and nobody reads it before all of it is there.
      return sql<ReadRow>`with known as materialized (${known})
        select latest.shown, (select snapshot_at from known) as known_at, (select total from known) as known_total,
          ${counted(added)} as counted, ${leftOut} as left_out
        from (${latest}) as latest limit ${limit}`
    },
  )
}
