import type { List } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import type { Database } from '../database.ts'
import { inOrganization, type OrganizationDatabase } from '../in-organization.ts'
import { countAtSnapshot, type KnownTotal, findLatestTotal, storeTotal } from './list-totals.ts'
import { countRows, readListPage, readPageByIds, type SnapshotOfList } from './any-page.ts'
import type { ListDefinition, ListedTable, ListQuery } from './list-query.ts'
import type { ListedRows, ItemReader } from './listed-rows.ts'
import { isPlainQuery, type PlainPage, readPlainPage } from './plain-page.ts'
import type { Replica } from './replica.ts'
import { takeSnapshot, readAtSnapshot } from './snapshots.ts'

/** Where lists are read from. */
export interface ListSource {
  readonly database: Database
  readonly replica?: Replica | undefined
}

/**
 * Returns one page of an organization's rows and the exact total, both at one snapshot. It reads from a replica if the replica has
 * everything that was committed when the snapshot was taken. Rows with equal values are ordered by creation time and id, so that pages
 * never overlap. A page past the end is empty.
 */
export const findPage = async <Table extends ListedTable, Item>(
  source: ListSource,
  organizationId: string,
  query: ListQuery,
  by: ListDefinition<Table>,
  reader: ItemReader<Item>,
): Promise<List<Item>> => {
  const asked = { database: source.database, organizationId, by, query }
  const { items, total, snapshotAt } =
    typeof reader !== 'function' && isPlainQuery(by, query)
      ? await findLatestRows(asked, source, reader)
      : await findAnyPage(asked, source, reader)
  const { limit = 100, page = 1 } = query
  return {
    data: [...items],
    meta: { limit, page, pages: Math.ceil(total / limit), total, snapshot_at: snapshotAt },
  }
}

/** The requested list and its organization. Totals are stored in `database`, even if rows are read from a replica. */
interface AskedList<Table extends ListedTable> {
  readonly database: Database
  readonly organizationId: string
  readonly by: ListDefinition<Table>
  readonly query: ListQuery
}

interface FoundPage<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly snapshotAt: Timestamp
}

/**
 * Reads the first page of a list without conditions. The same statement also reads the latest stored total. If there is no replica and the
 * caller names no snapshot, one packet carries this statement and the statement that makes the snapshot.
 */
const findLatestRows = async <Table extends ListedTable, Item>(
  asked: AskedList<Table>,
  { database, replica }: ListSource,
  shown: ListedRows<Item>,
): Promise<FoundPage<Item>> => {
  const { organizationId, by, query } = asked
  const shared = shareConnection(database)
  const read = (over: Database, snapshotAt: Timestamp | undefined) =>
    readPlainPage(inOrganization(over, organizationId), by, shown, { snapshotAt, limit: query.limit ?? 100 })
  if (replica === undefined && query.snapshot_at === undefined) {
    const page = await readAtSnapshot(database, organizationId, shared, (snapshotAt) => read(shared, snapshotAt))
    return withTotal({ ...asked, snapshotAt: page.snapshotAt, isFinal: true }, shared, page)
  }
  const newSnapshotAt = await takeSnapshot(database, organizationId, shared)
  const list = atSnapshot(asked, newSnapshotAt)
  const readOver = async (over: Database) => withTotal(list, over, await read(over, list.snapshotAt))
  // On the primary, read over `shared`: its connection is still open after it has made the snapshot.
  return replica === undefined
    ? readOver(shared)
    : replica.read(database, (over) => readOver(over === database ? shared : over))
}

/** Adds the total to a page. The page's statement has already counted the list, unless the list has too many rows. */
const withTotal = async <Table extends ListedTable, Item>(
  list: ListAtSnapshot<Table>,
  over: Database,
  { items, total, known, totalToStore }: PlainPage<Item>,
): Promise<FoundPage<Item>> => {
  const { database, organizationId, snapshotAt } = list
  if (totalToStore !== undefined) await storeTotal(database, countedOf(withLeftOutRows(list)), totalToStore)
  if (total !== undefined) return { items, snapshotAt, total }
  const own = inOrganization(over, organizationId)
  const counted = await countList(list, own, known, (all, after) => countRows(own, all, after))
  return { items, snapshotAt, total: counted }
}

const findAnyPage = async <Table extends ListedTable, Item>(
  asked: AskedList<Table>,
  { database, replica }: ListSource,
  reader: ItemReader<Item>,
): Promise<FoundPage<Item>> => {
  const { organizationId, by, query } = asked
  const shared = shareConnection(database)
  // If the caller names a snapshot, the server makes a new one nevertheless: the comparison of the two shows whether rows can still be
  // added to the caller's snapshot.
  const [newSnapshotAt, latest] = await Promise.all([
    takeSnapshot(database, organizationId, shared),
    findLatestTotal(shared, { organizationId, list: by.table, query: queryOfAll(asked) }, query.snapshot_at),
  ])
  const list = atSnapshot(asked, newSnapshotAt)
  const read = async (over: Database) => readAnyPage(list, over, reader, await totalUpToSnapshot(list, latest))
  return replica === undefined ? read(database) : replica.read(database, read)
}

/** A list at the snapshot that its caller named, or at a new one. */
interface ListAtSnapshot<Table extends ListedTable> extends AskedList<Table>, SnapshotOfList<Table> {
  /** Whether the rows of the snapshot were final when the list was read. */
  readonly isFinal: boolean
}

const atSnapshot = <Table extends ListedTable>(
  asked: AskedList<Table>,
  newSnapshotAt: Timestamp,
): ListAtSnapshot<Table> => {
  const snapshotAt = asked.query.snapshot_at ?? newSnapshotAt
  return { ...asked, snapshotAt, isFinal: snapshotAt <= newSnapshotAt }
}

const readAnyPage = async <Table extends ListedTable, Item>(
  list: ListAtSnapshot<Table>,
  over: Database,
  reader: ItemReader<Item>,
  known: KnownTotal | undefined,
): Promise<FoundPage<Item>> => {
  const { organizationId, by, snapshotAt } = list
  const own = inOrganization(shareConnection(over), organizationId)
  const counts = by.isTextSearch === true && known?.snapshotAt !== snapshotAt
  const reading =
    typeof reader === 'function' ? readPageByIds(own, list, reader, counts) : readListPage(own, list, reader, counts)
  const counting = countList(list, own, known, async (all, after) => {
    // If the page is past the end of the list, the search returns no row that could carry the total.
    if (by.isTextSearch) return (await reading).total ?? countRows(own, all, after)
    // The first count of a list shares the page's connection, because most lists are short. A stored total means that the list is long, so
    // the count runs on another connection while the page is read.
    return countRows(known === undefined ? own : inOrganization(over, organizationId), all, after)
  })
  const [{ items }, total] = await Promise.all([reading, counting])
  return { items, total, snapshotAt }
}

/**
 * Returns the exact total of a list. If the list leaves rows out, it subtracts their number from the total of all rows, which `count`
 * determines if that total is not stored.
 */
const countList = async <Table extends ListedTable>(
  list: ListAtSnapshot<Table>,
  own: OrganizationDatabase,
  known: KnownTotal | undefined,
  count: (all: SnapshotOfList<Table>, after?: Timestamp) => Promise<number>,
): Promise<number> => {
  const all = withLeftOutRows(list)
  const { leavesOut } = list.by
  const [total, leftOut] = await Promise.all([
    countAtSnapshot(list.database, countedOf(all), known, (after) => count(all, after)),
    leavesOut === undefined ? 0 : countRows(own, { ...list, by: { ...list.by, narrow: leavesOut.narrow } }),
  ])
  return total - leftOut
}

/** The full list, including the rows that the given list leaves out. */
const withLeftOutRows = <Table extends ListedTable>(list: ListAtSnapshot<Table>): ListAtSnapshot<Table> => ({
  ...list,
  by: list.by.leavesOut?.fullList ?? list.by,
  query: queryOfAll(list),
})

const queryOfAll = <Table extends ListedTable>({ by, query }: Pick<AskedList<Table>, 'by' | 'query'>): ListQuery => ({
  ...query,
  ...by.leavesOut?.query,
})

/**
 * Returns the latest stored total that is not later than the snapshot. If another request has stored `latest` for a later snapshot in the
 * meantime, looks for an earlier total.
 */
const totalUpToSnapshot = <Table extends ListedTable>(
  list: ListAtSnapshot<Table>,
  latest: KnownTotal | undefined,
): Promise<KnownTotal | undefined> | KnownTotal | undefined =>
  latest !== undefined && latest.snapshotAt > list.snapshotAt
    ? findLatestTotal(list.database, countedOf(withLeftOutRows(list)), list.snapshotAt)
    : latest

const countedOf = <Table extends ListedTable>({
  organizationId,
  by: { table, unstableParameters },
  query,
  snapshotAt,
  isFinal,
}: ListAtSnapshot<Table>) => ({ organizationId, list: table, query, snapshotAt, isFinal, changing: unstableParameters })
