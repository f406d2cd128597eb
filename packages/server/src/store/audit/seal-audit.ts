import { transactWithRetries, isEmbedded, oneRow } from '@billing-checkout/database'
import { isLockTimeoutOrDeadlock } from '@billing-checkout/database/errors'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { lastCommittedSequence } from '../events/last-committed-sequence.ts'
import { inOrganization } from '../in-organization.ts'
import { hashOfSeal } from './digests.ts'
import {
  type DigestedRow,
  type DigestedEntry,
  digestEntries,
  digestEvents,
  type EventRange,
} from './read-sealed-rows.ts'

/** The last link of the audit log's hash chain. */
export interface AuditHead {
  readonly number: number
  /** In base64url. */
  readonly hash: string
}

/** The rows of one organization that a link covers. */
export interface SealedItems {
  readonly organization: string
  readonly entries: readonly DigestedRow<string>[]
  /** Events after `from` up to `until`; absent if there are none. */
  readonly events?: { readonly from: number; readonly until: number; readonly digests: readonly DigestedRow<number>[] }
}

/**
 * Adds a link to the chain and returns the new head; `undefined` if there is nothing to seal or another server is sealing. The link covers
 * the rows that were committed since the previous link, at most `limit` rows of each kind. The limit is 2,000 rows, or 100 on the embedded
 * database, because a link blocks all other work there. Events are sealed up to the last committed event (DECISIONS 4). Entries are sealed
 * as they become visible: an entry whose transaction commits late comes later in the chain and delays no other entry.
 */
export const sealAudit = async (
  database: Database,
  key: Uint8Array,
  { limit = isEmbedded(database) ? 100 : 2000 }: { readonly limit?: number } = {},
): Promise<AuditHead | undefined> => {
  const committed = await readCommitted(database, limit)
  return transactWithRetries(database, async (db) => {
    const { rows } = await sql<{ number: number; hash: Uint8Array }>`
      select number, hash from audit_head for update skip locked`.execute(db)
    const [head] = rows
    if (head === undefined) return undefined
    const entries = await digestEntries(db, key, null, limit)
    const events = await digestUnsealed(db, key, committed, limit)
    if (entries.length === 0 && events.length === 0) return undefined
    return addLink(db, key, head, { entries, events })
  })
}

interface SealedRange extends EventRange {
  readonly digests: readonly DigestedRow<number>[]
}

const addLink = async (
  db: Database,
  key: Uint8Array,
  former: { readonly number: number; readonly hash: Uint8Array },
  { entries, events }: { readonly entries: readonly DigestedEntry[]; readonly events: readonly SealedRange[] },
): Promise<AuditHead> => {
  const { rows } = await sql<{ sealedAt: Timestamp }>`select clock_timestamp() as sealed_at`.execute(db)
  const { sealedAt } = oneRow(rows)
  const number = former.number + 1
  const items = JSON.stringify(itemsOf(entries, events))
  const hash = hashOfSeal(key, { number, sealedAt, formerHash: former.hash, items })
  await sql`insert into audit_seals (number, sealed_at, former_hash, hash, items)
    values (${number}, ${sealedAt}, ${former.hash}, ${hash}, ${items})`.execute(db)
  await sql`update audit_head set number = ${number}, hash = ${hash}`.execute(db)
  if (entries.length > 0)
    await sql`update audit_entries set seal = ${number} where seal is null and (organization_id, id) in (
      select * from unnest(${entries.map((entry) => entry.organizationId)}::text[], ${entries.map(({ id }) => id)}::text[])
    )`.execute(db)
  for (const { organizationId, until } of events)
    await sql`insert into audit_positions values (${organizationId}, ${until}, ${sealedAt})
      on conflict (organization_id) do update set (sequence, recorded_at) = (excluded.sequence, excluded.recorded_at)`.execute(
      db,
    )
  return { number, hash: hash.toString('base64url') }
}

const itemsOf = (entries: readonly DigestedEntry[], events: readonly SealedRange[]): readonly SealedItems[] => {
  const organizations = new Set([
    ...entries.map((entry) => entry.organizationId),
    ...events.map((range) => range.organizationId),
  ])
  return [...organizations].map((organization) => {
    const range = events.find(({ organizationId }) => organizationId === organization)
    return {
      organization,
      entries: entries
        .filter(({ organizationId }) => organizationId === organization)
        .map(({ id, digest }): DigestedRow<string> => [id, digest]),
      ...(range && { events: { from: range.from, until: range.until, digests: range.digests } }),
    }
  })
}

/** Finds up to `limit` organizations with unsealed events, each with the sequence up to which its events can be sealed. */
const readCommitted = async (database: Database, limit: number): Promise<readonly Omit<EventRange, 'from'>[]> => {
  const { rows } = await sql<{ id: string }>`select id from organizations
    left join audit_positions as position on position.organization_id = id
    where exists (
      select from events
      where events.organization_id = organizations.id and events.sequence > coalesce(position.sequence, 0)
        and events.recorded_at >= coalesce(position.recorded_at, '-infinity') - interval '1 day'
    ) limit ${limit}`.execute(database)
  const committed: Omit<EventRange, 'from'>[] = []
  for (const { id } of rows) {
    const until = await readLastCommitted(database, id)
    if (until !== undefined) committed.push({ organizationId: id, until })
  }
  return committed
}

/**
 * Returns the sequence of the last committed event. For this, it waits until the organization's open transactions have ended. After 100 ms
 * it returns `undefined`, because later writers queue behind its lock request.
 */
const readLastCommitted = async (database: Database, organizationId: string): Promise<number | undefined> => {
  try {
    return await transactWithRetries(database, async (db) => {
      await sql`select set_config('lock_timeout', '100ms', true)`.execute(db)
      return lastCommittedSequence(inOrganization(db, organizationId))
    })
  } catch (error) {
    if (isLockTimeoutOrDeadlock(error)) return undefined
    throw error
  }
}

/** Digests the events after each organization's last sealed event, at most `limit` events in all. */
const digestUnsealed = async (
  db: Database,
  key: Uint8Array,
  committed: readonly Omit<EventRange, 'from'>[],
  limit: number,
): Promise<readonly SealedRange[]> => {
  const { rows } = await sql<{ organizationId: string; sequence: number }>`
    select organization_id, sequence from audit_positions
    where organization_id = any(${committed.map(({ organizationId }) => organizationId)}::text[])`.execute(db)
  const positions = new Map(rows.map(({ organizationId, sequence }) => [organizationId, sequence]))
  const ranges: SealedRange[] = []
  let left = limit
  for (const { organizationId, until } of committed) {
    const from = positions.get(organizationId) ?? 0
    if (until <= from || left <= 0) continue
    const digests = await digestEvents(db, key, { organizationId, from, until }, left)
    // If `limit` cut the range short, the next link begins after the last digested event.
    const end = digests.length === left ? (digests.at(-1)?.[0] ?? until) : until
    ranges.push({ organizationId, from, until: end, digests })
    left -= digests.length
  }
  return ranges
}
