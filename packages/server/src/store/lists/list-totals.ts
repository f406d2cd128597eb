import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'
import { inOrganization, type OrganizationDatabase } from '../in-organization.ts'
import { compiledForOrganizations } from '../queries/compiled-once.ts'

/** A list at a snapshot: its organization, its name, and the query that selected its rows. */
export interface CountedList {
  readonly organizationId: string
  readonly list: string
  readonly query: object
  readonly snapshotAt: Timestamp
  /**
   * Whether the rows of the snapshot were final when they were counted: no row could be added any more. It may be false if a caller names a
   * snapshot in the future.
   */
  readonly isFinal: boolean
  /** Query parameters that an existing row can stop or start to match, or `anything`. */
  readonly changing: readonly string[] | 'anything'
}

/** A total that was stored. */
export interface KnownTotal {
  readonly snapshotAt: Timestamp
  readonly total: number
}

/**
 * Returns the exact total of a list at a snapshot, given the latest stored total. A total of many rows is stored for a day, so that paging
 * within the same snapshot does not count again. If no existing row can start or stop matching the query, a later snapshot needs only a
 * count of the rows added since. For a short or frequent keyword, or without `pg_trgm` and `btree_gin`, PostgreSQL has to read the texts of
 * all rows to count.
 */
export const countAtSnapshot = async (
  database: Database,
  counted: CountedList,
  latest: KnownTotal | undefined,
  count: (after?: Timestamp) => Promise<number>,
): Promise<number> => {
  if (latest?.snapshotAt === counted.snapshotAt) return latest.total
  const isGrowing = latest !== undefined && isUnchanging(counted)
  const added = isGrowing ? await count(latest.snapshotAt) : await count()
  const total = (isGrowing ? latest.total : 0) + added
  if (added > countedQuicklyMax) await storeTotal(database, counted, total)
  return total
}

/** Stores the total of a list at a snapshot, unless rows can still be added to the snapshot. */
export const storeTotal = async (
  database: Database,
  { organizationId, list, query, snapshotAt, isFinal }: CountedList,
  total: number,
): Promise<void> => {
  if (!isFinal) return
  await inOrganization(database, organizationId)
    .insertInto('listTotals')
    .values({ list, filter: hashFilter(query), snapshotAt, total, rememberedAt: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the latest stored total of a list. With `until`, it ignores totals of later snapshots. */
export const findLatestTotal = async (
  database: Database,
  { organizationId, list, query }: Pick<CountedList, 'organizationId' | 'list' | 'query'>,
  until?: Timestamp,
): Promise<KnownTotal | undefined> => {
  const db = inOrganization(database, organizationId)
  const filter = hashFilter(query)
  const [latest] =
    until === undefined ? await findLatest(db, list, filter) : await findLatestUntil(db, list, filter, until)
  return latest
}

const findLatest = compiledForOrganizations((db: OrganizationDatabase, list: string, filter: string) =>
  totalsOf(db, list, filter),
)

const findLatestUntil = compiledForOrganizations(
  (db: OrganizationDatabase, list: string, filter: string, until: Timestamp) =>
    totalsOf(db, list, filter).where('snapshotAt', '<=', until),
)

const totalsOf = (db: OrganizationDatabase, list: string, filter: string) =>
  db
    .selectFrom('listTotals')
    .select(['snapshotAt', 'total'])
    .where('list', '=', list)
    .where('filter', '=', filter)
    .orderBy('snapshotAt', 'desc')
    .limit(1)

/** How many rows can be counted within a few milliseconds. Larger counts are stored. */
export const countedQuicklyMax = 1000

const isUnchanging = ({ query, changing }: CountedList): boolean =>
  changing !== 'anything' &&
  Object.entries(query).every(([name, value]) => value === undefined || !changing.includes(name))

/** A hash of the conditions in a query, without page and order. */
export const hashFilter = (query: object): string => {
  const filters = Object.entries(query).filter(([name, value]) => value !== undefined && !pagingParameters.has(name))
  return createHash('sha256').update(JSON.stringify(filters.toSorted())).digest('base64url')
}

/** The query parameters that choose a page of a list, and not its rows. */
export const pagingParameters: ReadonlySet<string> = new Set(['limit', 'page', 'order', 'sort', 'snapshot_at'])
