import type { List } from '@billing-checkout/contract'
import type { Database } from '../database.ts'
import { shareConnection } from '../engine/transactions/share-connection.ts'
import { inOrganization } from '../in-organization.ts'
import { countAt, filterOf, type KnownTotal, latestTotal, storeTotal } from './list-totals.ts'
import { countRows, readPage, readPageByIds, type SnapshotOfList } from './any-page.ts'
import type { ListedBy, ListedTable, ListQuery } from './list-query.ts'
import type { ListedRows, Shows } from './listed-rows.ts'
import { isPlain, readPlainPage } from './plain-page.ts'
import type { Replica } from './replica.ts'
import { mintSnapshot } from './snapshots.ts'

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
  { database, replica }: ListSource,
  organizationId: string,
  query: ListQuery,
  by: ListedBy<Table>,
  shows: Shows<Item>,
): Promise<List<Item>> => {
  const shared = shareConnection(database)
  // A plain page tells the latest total itself.
  const isAsked = typeof shows === 'function' || !isPlain(by, query)
  const [snapshotAt, latest] = await Promise.all([
    query.snapshot_at ?? mintSnapshot(database, organizationId, shared),
    isAsked ? latestTotal(shared, { organizationId, list: by.table, query }, query.snapshot_at) : undefined,
  ])
  const asked = { database, organizationId, list: { by, query, snapshotAt } }
  const read = async (source: Database): Promise<List<Item>> => {
    const { items, total } =
      typeof shows === 'function' || isAsked
        ? await readAnyPage(asked, source, shows, await knownAt(asked, latest))
        : // The snapshot's connection is still there.
          await readLatestRows(asked, source === database ? shared : source, shows)
    const { limit = 100, page = 1 } = query
    return {
      data: [...items],
      meta: { limit, page, pages: Math.ceil(total / limit), total, snapshot_at: snapshotAt },
    }
  }
  return replica === undefined ? read(database) : replica.read(database, read)
}

/** A list at a snapshot, and whose it is. Totals are stored in `database`, wherever rows are read. */
interface AskedList<Table extends ListedTable> {
  readonly database: Database
  readonly organizationId: string
  readonly list: SnapshotOfList<Table>
}

interface CountedPage<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** Reads the first page of a list without conditions, whose statement counts the list, too, unless many rows are to be counted. */
const readLatestRows = async <Table extends ListedTable, Item>(
  { database, organizationId, list }: AskedList<Table>,
  source: Database,
  shown: ListedRows<Item>,
): Promise<CountedPage<Item>> => {
  const { by, query, snapshotAt } = list
  const { leavesOut } = by
  const own = inOrganization(source, organizationId)
  const { limit = 100 } = query
  const all = leavesOut ? { by: leavesOut.among, query: leavesOut.query, snapshotAt } : list
  const page = await readPlainPage(own, by, shown, { snapshotAt, limit, filter: filterOf(all.query) })
  const counted = countedOf(all, organizationId)
  if (page.worthStoring !== undefined) await storeTotal(database, counted, page.worthStoring)
  if (page.total !== undefined) return { items: page.items, total: page.total }
  const [total, leftOut] = await Promise.all([
    countAt(database, counted, page.known, (after) => countRows(own, all, after)),
    leavesOut ? countRows(own, { ...list, by: { ...by, narrow: leavesOut.narrow } }) : 0,
  ])
  return { items: page.items, total: total - leftOut }
}

const readAnyPage = async <Table extends ListedTable, Item>(
  { database, organizationId, list }: AskedList<Table>,
  source: Database,
  shows: Shows<Item>,
  known: KnownTotal | undefined,
): Promise<CountedPage<Item>> => {
  const { byWords } = list.by
  const own = inOrganization(shareConnection(source), organizationId)
  const counts = byWords && known?.snapshotAt !== list.snapshotAt
  const reading =
    typeof shows === 'function' ? readPageByIds(own, list, shows, counts) : readPage(own, list, shows, counts)
  const counting = countAt(database, countedOf(list, organizationId), known, async (after) => {
    // A page past the end has no row that could carry the total.
    if (byWords) return (await reading).total ?? countRows(own, list, after)
    // The first count of a list shares the page's connection, because most lists are short. Where a total was stored, the list is
    // long: that count goes beside the page.
    return countRows(known === undefined ? own : inOrganization(source, organizationId), list, after)
  })
  const [{ items }, total] = await Promise.all([reading, counting])
  return { items, total }
}

/** The latest total up to the snapshot: another request may have counted at a later one than was minted meanwhile. */
const knownAt = <Table extends ListedTable>(
  { database, organizationId, list: { by, query, snapshotAt } }: AskedList<Table>,
  latest: KnownTotal | undefined,
): Promise<KnownTotal | undefined> | KnownTotal | undefined =>
  latest !== undefined && latest.snapshotAt > snapshotAt
    ? latestTotal(database, { organizationId, list: by.table, query }, snapshotAt)
    : latest

const countedOf = <Table extends ListedTable>(
  { by: { table, changing }, query, snapshotAt }: SnapshotOfList<Table>,
  organizationId: string,
) => ({ organizationId, list: table, query, snapshotAt, changing })
