import type { Timestamp } from '@billing-checkout/domain'
import { type SelectQueryBuilder, sql } from 'kysely'
import { compiledForOrganizations } from '../queries/compiled-once.ts'
import { oneRow } from '../engine/one-row.ts'
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
  /** Whether the next page would be read faster if this total were stored. */
  readonly isWorthStoring: boolean
}

/** Counting this many rows takes a fortieth of a list's time or more; a few lists later that is more than a stored total costs. */
const worthStoring = 250

/** Whether a query asks for the latest rows of a list, whatever they are. */
export const isPlain = (query: ListQuery): boolean => {
  const { limit = 100, page = 1, order = 'desc', sort = 'created_at' } = query
  const isLatest = limit <= plainMax && page === 1 && order === 'desc' && sort === 'created_at'
  return isLatest && Object.entries(query).every(([name, value]) => value === undefined || ofEveryList.has(name))
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
  const { table, changing } = by
  const read = compiled.get(table) ?? compilePlainPage(by, shown)
  compiled.set(table, read)
  const { rows, knownAt, knownTotal, counted } = oneRow(await read(db, snapshotAt, limit, table, filter))
  const isFew = counted <= countedQuicklyMax
  return {
    items: rows?.map(shown.present) ?? [],
    known: knownAt === null || knownTotal === null ? undefined : { snapshotAt: knownAt, total: knownTotal },
    total: isFew ? (knownTotal ?? 0) + counted : undefined,
    isWorthStoring: isFew && counted > worthStoring && changing !== 'anything',
  }
}

interface ReadPage {
  readonly rows: readonly unknown[] | null
  readonly knownAt: Timestamp | null
  readonly knownTotal: number | null
  /** The rows that a known total lacks, or all; up to one more than are few. */
  readonly counted: number
}

type ReadPlainPage = (
  db: OrganizationDatabase,
  snapshotAt: Timestamp,
  limit: number,
  list: string,
  filter: string,
) => Promise<readonly ReadPage[]>

const compiled = new Map<ListedTable, ReadPlainPage>()

const compilePlainPage = <Table extends ListedTable, Item>(
  { table, narrow, changing }: ListedBy<Table>,
  { column, lookups }: ListedRows<Item>,
): ReadPlainPage => {
  const rows = (db: OrganizationDatabase, snapshotAt: Timestamp) =>
    // One builder serves all tables; Kysely's types cannot follow a table name that is itself a type parameter.
    narrow(
      db.selectFrom(`${table} as listed` as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>,
    ).where(madeWithin({ snapshotAt }))
  return compiledForOrganizations(
    (db: OrganizationDatabase, snapshotAt: Timestamp, limit: number, list: string, filter: string) => {
      const latest = withLookups(rows(db, snapshotAt), lookups)
        .select(column.as('shown'))
        .orderBy(sql.ref('createdAt'), 'desc')
        .orderBy(sql.ref('id'), 'desc')
        // A limit that is written down: with one that it does not know, PostgreSQL may sort the whole list to give a page.
        .limit(sql.lit(plainMax))
      const few = rows(db, snapshotAt)
        .select(sql`1`.as('one'))
        .where(sql<boolean>`created_at > coalesce((select snapshot_at from known), '-infinity')`)
        .limit(sql.lit(countedQuicklyMax + 1))
      const known = db
        .selectFrom('listTotals')
        .select(['snapshotAt', 'total'])
        .where('list', '=', list)
        .where('filter', '=', filter)
        // Of a list whose rows may leave it, an earlier total says nothing.
        .where('snapshotAt', changing === 'anything' ? '=' : '<=', snapshotAt)
        .orderBy('snapshotAt', 'desc')
        .limit(1)
      return sql<ReadPage>`with known as materialized (${known})
        select (select json_agg(page.shown) from (select latest.shown from (${latest}) as latest limit ${limit}) as page) as rows,
          (select snapshot_at from known) as known_at, (select total from known) as known_total,
          (select count(*) from (${few}) as few) as counted`
    },
  )
}
