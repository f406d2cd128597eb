import type { List } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Database } from '../database.ts'
import { shareConnection } from '../engine/transactions/share-connection.ts'
import { inOrganization } from '../in-organization.ts'
import { countAt, type KnownTotal, latestTotal, storeTotal } from './list-totals.ts'
import { countRows, readPage, readPageByIds, type SnapshotOfList } from './any-page.ts'
import type { ListedBy, ListedTable, ListQuery } from './list-query.ts'
import type { ListedRows, Shows } from './listed-rows.ts'
import { isPlain, readPlainPage } from './plain-page.ts'
import type { Replica } from './replica.ts'
import { mintSnapshot, readAtSnapshot } from './snapshots.ts'

/** Where lists are read from. */
export interface ListSource {
  readonly database: Database
  readonly replica?: Replica | undefined
}

/**
 * One page of an organization's rows and the exact total, both for one snapshot, read from a replica where there is one that has
 * all that was committed when the snapshot was known. Ties break by time and id, which is the
 * order of ids, so that pages never overlap; a page past the end is empty.
 */
export const findPage = async <Table extends ListedTable, Item>(
  source: ListSource,
  organizationId: string,
  query: ListQuery,
  by: ListedBy<Table>,
  shows: Shows<Item>,
): Promise<List<Item>> => {
  const asked = { database: source.database, organizationId, by, query }
  const { items, total, snapshotAt } =
    typeof shows !== 'function' && isPlain(by, query)
      ? await findLatestRows(asked, source, shows)
      : await findAnyPage(asked, source, shows)
  const { limit = 100, page = 1 } = query
  return {
    data: [...items],
    meta: { limit, page, pages: Math.ceil(total / limit), total, snapshot_at: snapshotAt },
  }
}

/** A list that is asked for, and whose it is. Totals are stored in `database`, wherever rows are read. */
interface AskedList<Table extends ListedTable> {
  readonly database: Database
  readonly organizationId: string
  readonly by: ListedBy<Table>
  readonly query: ListQuery
}

interface FoundPage<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly snapshotAt: Timestamp
}

/**
 * The first page of a list without conditions. Its statement reads the latest total, too, and without a replica travels together with
 * the one that mints its snapshot.
 */
const findLatestRows = async <Table extends ListedTable, Item>(
  asked: AskedList<Table>,
  { database, replica }: ListSource,
  shown: ListedRows<Item>,
): Promise<FoundPage<Item>> => {
  const { organizationId, query } = asked
  const shared = shareConnection(database)
  const read = (over: Database, snapshotAt: Timestamp | undefined) => readLatestRows(asked, over, shown, snapshotAt)
  if (replica === undefined && query.snapshot_at === undefined)
    return readAtSnapshot(database, organizationId, shared, (snapshotAt) => read(shared, snapshotAt))
  const snapshotAt = query.snapshot_at ?? (await mintSnapshot(database, organizationId, shared))
  if (replica === undefined) return read(shared, snapshotAt)
  // The snapshot's connection is still there.
  return replica.read(database, (over) => read(over === database ? shared : over, snapshotAt))
}

/** Reads a first page with its total. The statement counts the list, too, unless many rows are to be counted. */
const readLatestRows = async <Table extends ListedTable, Item>(
  { database, organizationId, by, query }: AskedList<Table>,
  over: Database,
  shown: ListedRows<Item>,
  snapshotAtOrLatest: Timestamp | undefined,
): Promise<FoundPage<Item>> => {
  const { leavesOut } = by
  const own = inOrganization(over, organizationId)
  const { limit = 100 } = query
  const all = leavesOut ?? { among: by, query }
  const { items, snapshotAt, ...page } = await readPlainPage(own, by, shown, {
    snapshotAt: snapshotAtOrLatest,
    limit,
  })
  const listOfAll = { by: all.among, query: all.query, snapshotAt }
  const counted = countedOf(listOfAll, organizationId)
  if (page.worthStoring !== undefined) await storeTotal(database, counted, page.worthStoring)
  if (page.total !== undefined) return { items, snapshotAt, total: page.total }
  const [total, leftOut] = await Promise.all([
    countAt(database, counted, page.known, (after) => countRows(own, listOfAll, after)),
    leavesOut ? countRows(own, { by: { ...by, narrow: leavesOut.narrow }, query, snapshotAt }) : 0,
  ])
  return { items, snapshotAt, total: total - leftOut }
}

const findAnyPage = async <Table extends ListedTable, Item>(
  { database, organizationId, by, query }: AskedList<Table>,
  { replica }: ListSource,
  shows: Shows<Item>,
): Promise<FoundPage<Item>> => {
  const shared = shareConnection(database)
  const [snapshotAt, latest] = await Promise.all([
    query.snapshot_at ?? mintSnapshot(database, organizationId, shared),
    latestTotal(shared, { organizationId, list: by.table, query }, query.snapshot_at),
  ])
  const list = { by, query, snapshotAt }
  const read = async (over: Database): Promise<FoundPage<Item>> => {
    const known = await knownAt({ database, organizationId, list }, latest)
    return readAnyPage({ database, organizationId, list }, over, shows, known)
  }
  return replica === undefined ? read(database) : replica.read(database, read)
}

interface ListAtSnapshot<Table extends ListedTable> extends Pick<AskedList<Table>, 'database' | 'organizationId'> {
  readonly list: SnapshotOfList<Table>
}

const readAnyPage = async <Table extends ListedTable, Item>(
  { database, organizationId, list }: ListAtSnapshot<Table>,
  over: Database,
  shows: Shows<Item>,
  known: KnownTotal | undefined,
): Promise<FoundPage<Item>> => {
  const { byWords } = list.by
  const own = inOrganization(shareConnection(over), organizationId)
  const counts = byWords && known?.snapshotAt !== list.snapshotAt
  const reading =
    typeof shows === 'function' ? readPageByIds(own, list, shows, counts) : readPage(own, list, shows, counts)
  const counting = countAt(database, countedOf(list, organizationId), known, async (after) => {
    // A page past the end has no row that could carry the total.
    if (byWords) return (await reading).total ?? countRows(own, list, after)
    // The first count of a list shares the page's connection, because most lists are short. Where a total was stored, the list is
    // long: that count goes beside the page.
    return countRows(known === undefined ? own : inOrganization(over, organizationId), list, after)
  })
  const [{ items }, total] = await Promise.all([reading, counting])
  return { items, total, snapshotAt: list.snapshotAt }
}

/** The latest total up to the snapshot: another request may have counted at a later one than was minted meanwhile. */
const knownAt = <Table extends ListedTable>(
  { database, organizationId, list: { by, query, snapshotAt } }: ListAtSnapshot<Table>,
  latest: KnownTotal | undefined,
): Promise<KnownTotal | undefined> | KnownTotal | undefined =>
  latest !== undefined && latest.snapshotAt > snapshotAt
    ? latestTotal(database, { organizationId, list: by.table, query }, snapshotAt)
    : latest

const countedOf = <Table extends ListedTable>(
  { by: { table, changing }, query, snapshotAt }: SnapshotOfList<Table>,
  organizationId: string,
) => ({ organizationId, list: table, query, snapshotAt, changing })
