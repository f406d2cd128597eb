import type { Event, EventType } from '@billing-checkout/contract'
import { Problem } from '@billing-checkout/contract'
import { lockSeeds } from './advisory-locks.ts'
import type { OrganizationDatabase } from './in-organization.ts'
import { sql } from 'kysely'
import { plannedAfresh } from './engine/planned-afresh.ts'

/** Which events are asked for: those after one already seen, of some types, at most `limit`. */
export interface EventQuery {
  readonly after?: string | undefined
  readonly limit?: number | undefined
  readonly type?: readonly EventType[] | undefined
}

/** Events in the order of their commits (DECISIONS 5), and whether there are more. */
export interface EventPage {
  readonly data: Event[]
  readonly meta: { readonly limit: number; readonly has_more: boolean }
}

/**
 * Events after one already seen. It first waits, for an instant, until every transaction that has drawn a number has ended: a
 * lower number may be committed after a higher one, and a reader who has passed it would never see it.
 */
export const findEvents = async (db: OrganizationDatabase, query: EventQuery): Promise<EventPage> => {
  const limit = query.limit ?? 100
  const after = query.after === undefined ? 0 : await sequenceOf(db, query.after)
  await sql`select pg_advisory_xact_lock(hashtextextended(${db.organizationId}, ${sql.lit(lockSeeds.rowTimes)}))`.execute(
    db,
  )
  let events = db.selectFrom('events').modifyFront(sql.raw(plannedAfresh)).selectAll().where('sequence', '>', after)
  if (query.type !== undefined) events = events.where('type', 'in', query.type)
  const rows = await events
    .orderBy('sequence')
    .limit(limit + 1)
    .execute()
  return {
    data: rows.slice(0, limit).map((row) => ({
      id: row.id,
      type: row.type,
      created_at: row.createdAt,
      sequence: row.sequence,
      data: { object: row.object as Event['data']['object'] },
    })),
    meta: { limit, has_more: rows.length > limit },
  }
}

const sequenceOf = async (db: OrganizationDatabase, id: string): Promise<number> => {
  const seen = await db.selectFrom('events').select('sequence').where('id', '=', id).executeTakeFirst()
  if (seen === undefined) throw new Problem('not_found', `There is no event ${id}.`)
  return seen.sequence
}
