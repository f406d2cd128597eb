import type { List } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { compiledForOrganizations } from './compiled-once.ts'
import type { Database } from './database.ts'
import { oneRow } from './engine/one-row.ts'
import { inOrganization, type OrganizationDatabase } from './in-organization.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { plannedAfresh } from './engine/planned-afresh.ts'
import { shareConnection } from './engine/share-connection.ts'
import type { Schema } from './schema/schema.ts'
import { countAt, dear, latestTotal } from './list-totals.ts'
import type { Replica } from './replica.ts'
import { mintSnapshot } from './snapshots.ts'

/** The query members that every list has. */
export interface ListQuery {
  readonly limit?: number | undefined
  readonly page?: number | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly sort?: string | undefined
  readonly snapshot_at?: Timestamp | undefined
  readonly search?: string | undefined
  readonly from?: Timestamp | undefined
  readonly to?: Timestamp | undefined
}

/** The listed tables. */
type ListedTable =
  'customers' | 'plans' | 'subscriptions' | 'payments' | 'paymentTexts' | 'webhookEndpoints' | 'webhookDeliveries'

/** Narrows a list's rows; given the table's builder, adds the list's own conditions. */
type Narrow<Table extends ListedTable> = <Output>(
  rows: SelectQueryBuilder<Schema, Table, Output>,
) => SelectQueryBuilder<Schema, Table, Output>

/** Where lists are read from. */
export interface ListSource {
  readonly database: Database
  readonly replica?: Replica | undefined
}

/** What the paging of a list needs to know of its table. */
export interface ListedBy<Table extends ListedTable> {
  readonly table: Table
  /** The names that may be sorted by, and the columns they stand for. */
  readonly sorts: Readonly<Record<string, keyof Schema[Table] & string>>
  readonly narrow: Narrow<Table>
  /**
   * Query members whose match can change after a row was made, or `anything` when a row can leave the list even without them.
   * With none of them, a later total is an earlier one plus what was added since.
   */
  readonly changing: readonly string[] | 'anything'
  /** Whether rows are found by their words. The search then finds all of them to give one page, and counts them on the way. */
  readonly byWords: boolean
}

/**
 * One page of an organization's rows and the exact total, both for one snapshot, read from a replica where there is one that has
 * all that was committed when the snapshot was known. Ties break by time and id, which is the
 * order of ids, so that pages never overlap; a page past the end is empty. `present` reads what is shown of its rows.
 */
export const findPage = async <Table extends ListedTable, Item>(
  { database, replica }: ListSource,
  organizationId: string,
  query: ListQuery,
  { table, sorts, narrow, changing, byWords }: ListedBy<Table>,
  present: (db: OrganizationDatabase, ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<List<Item>> => {
  const { limit = 100, page = 1, order = 'desc', sort = 'created_at' } = query
  const shared = shareConnection(database)
  const list = { organizationId, list: table, query }
  const [snapshotAt, latest] = await Promise.all([
    query.snapshot_at ?? mintSnapshot(database, organizationId, shared),
    latestTotal(shared, list, query.snapshot_at),
  ])
  // Another request may have counted at a later snapshot than the one that was minted meanwhile.
  const isLater = latest !== undefined && latest.snapshotAt > snapshotAt
  const known = isLater ? await latestTotal(shared, list, snapshotAt) : latest
  const read = async (source: Database): Promise<List<Item>> => {
    const own = inOrganization(shareConnection(source), organizationId)
    const listed = (db: OrganizationDatabase, after?: Timestamp) => {
      // One builder serves all tables; Kysely's types cannot follow a table name that is itself a type parameter.
      const rows = db.selectFrom(table as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>
      return narrow(rows.modifyFront(sql.raw(plannedAfresh)).where(common({ ...query, snapshotAt, after })))
    }
    const column = sort in sorts && sort !== 'created_at' ? sorts[sort] : undefined
    const ids = listed(own).select(sql<string>`id`.as('id'))
    const rowsOfPage = (column === undefined ? ids : ids.orderBy(sql.ref(column), order))
      .orderBy(sql.ref('createdAt'), order)
      .orderBy(sql.ref('id'), order)
      .limit(limit)
      .offset((page - 1) * limit)
    const count = async (after?: Timestamp) => {
      // The first count of a list shares the page's connection, because most lists are short. Where a total was stored, the list
      // is long: that count goes beside the page.
      const db = known === undefined ? own : inOrganization(source, organizationId)
      const counted = await listed(db, after)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow()
      return (counted as { readonly total: number }).total
    }
    const findIds = async (): Promise<FoundIds> => ({ ids: (await rowsOfPage.execute()) as FoundIds['ids'] })
    const findIdsAndCount = async (): Promise<FoundIds> => {
      const rows = rowsOfPage.select(sql<number>`count(*) over ()`.as('total'))
      const found = (await rows.execute()) as (FoundIds['ids'][number] & { readonly total: number })[]
      return { ids: found, total: found[0]?.total }
    }
    const isCounted = known?.snapshotAt === snapshotAt
    const plain = isPlain(query) ? plainPageOf(table, narrow) : undefined
    const finding = plain
      ? plain.ids(own, snapshotAt, limit).then((found) => ({ ids: found, total: undefined }))
      : byWords && !isCounted
        ? findIdsAndCount()
        : findIds()
    const [foundIds, total] = await Promise.all([
      finding,
      countAt(database, { ...list, snapshotAt, changing }, known, async (after) => {
        // A page past the end has no row that could carry the total.
        if (byWords) return (await finding).total ?? count(after)
        // Where a total was stored, the list is long.
        const few = plain && known === undefined ? await plain.countFew(own, snapshotAt) : undefined
        return few ?? count(after)
      }),
    ])
    const data = await present(
      own,
      foundIds.ids.map(({ id }) => id),
    )
    return {
      data: [...data],
      meta: { limit, page, pages: Math.ceil(total / limit), total, snapshot_at: snapshotAt },
    }
  }
  return replica === undefined ? read(database) : replica.read(database, read)
}

/** Whether a query asks for the latest rows of a list, whatever they are. */
const isPlain = (query: ListQuery): boolean => {
  const { limit = 100, page = 1, order = 'desc', sort = 'created_at' } = query
  const isLatest = limit <= plainMax && page === 1 && order === 'desc' && sort === 'created_at'
  return isLatest && Object.entries(query).every(([name, value]) => value === undefined || ofEveryList.has(name))
}

const ofEveryList: ReadonlySet<string> = new Set(['limit', 'page', 'order', 'sort', 'snapshot_at'])

const plainMax = 100

/** The first page of a list without conditions, which is what most ask for: its statements are always the same. */
interface PlainPage {
  readonly ids: (
    db: OrganizationDatabase,
    snapshotAt: Timestamp,
    limit: number,
  ) => Promise<readonly { readonly id: string }[]>
  /** The number of rows of a short list; `undefined` for a long one, whose count is better planned for what it counts. */
  readonly countFew: (db: OrganizationDatabase, snapshotAt: Timestamp) => Promise<number | undefined>
}

const plainPageOf = <Table extends ListedTable>(table: Table, narrow: Narrow<Table>): PlainPage => {
  const known = plainPages.get(table) ?? compilePlainPage(table, narrow)
  plainPages.set(table, known)
  return known
}

const plainPages = new Map<ListedTable, PlainPage>()

const compilePlainPage = <Table extends ListedTable>(table: Table, narrow: Narrow<Table>): PlainPage => {
  const rows = (db: OrganizationDatabase, snapshotAt: Timestamp) =>
    narrow(db.selectFrom(table as 'customers') as unknown as SelectQueryBuilder<Schema, Table, object>).where(
      common({ snapshotAt, after: undefined }),
    )
  const latest = (db: OrganizationDatabase, snapshotAt: Timestamp) =>
    rows(db, snapshotAt)
      .select(sql<string>`id`.as('id'))
      .select(sql<Timestamp>`created_at`.as('createdAt'))
      .orderBy(sql.ref('createdAt'), 'desc')
      .orderBy(sql.ref('id'), 'desc')
      // A limit that is written down: with one that it does not know, PostgreSQL may sort the whole list to give a page.
      .limit(sql.lit(plainMax))
  const findIds = compiledForOrganizations((db: OrganizationDatabase, snapshotAt: Timestamp, limit: number) =>
    db
      .selectFrom(latest(db, snapshotAt).as('latest'))
      .select(sql<string>`latest.id`.as('id'))
      .orderBy(sql`latest.created_at`, 'desc')
      .orderBy(sql`latest.id`, 'desc')
      .limit(limit),
  )
  const countUpTo = compiledForOrganizations((db: OrganizationDatabase, snapshotAt: Timestamp) =>
    db
      .selectFrom(
        rows(db, snapshotAt)
          .select(sql`1`.as('one'))
          .limit(sql.lit(dear + 1))
          .as('few'),
      )
      .select(sql<number>`count(*)`.as('total')),
  )
  return {
    ids: findIds,
    countFew: async (db, snapshotAt) => {
      const { total } = oneRow(await countUpTo(db, snapshotAt))
      return total > dear ? undefined : total
    },
  }
}

interface FoundIds {
  readonly ids: readonly { readonly id: string }[]
  /** The number of rows on all pages, if it was asked for and there is a row to carry it. */
  readonly total?: number | undefined
}

interface Bounds extends ListQuery {
  readonly snapshotAt: Timestamp
  readonly after: Timestamp | undefined
}

const common = (query: Bounds) => {
  const conditions = [
    ...(query.after === undefined ? [] : [sql`created_at > ${query.after}`]),
    sql`created_at <= ${query.snapshotAt}`,
    ...(query.from === undefined ? [] : [sql`created_at >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql`created_at <= ${query.to}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * A condition that a column of lower-case text contains a keyword, whatever its case; `%` and `_` in it mean themselves. `keptAs`
 * says how the column spells its texts, if not as they are.
 */
export const containing = (column: 'searchText' | 'id', keyword: string, keptAs = (text: string) => text) =>
  sql<boolean>`${sql.ref(column)} like ${`%${keptAs(keyword.toLowerCase()).replaceAll(/[\\%_]/g, '\\$&')}%`}`
