import type { Event } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../in-organization.ts'
import { beforeAllEvents, findEventCursor } from './event-cursor.ts'
import { findEventsAfter, type EventFilters } from './find-events-after.ts'
import { presentEvent } from './present-event.ts'

/** A query for events that meet the filters: at most `limit` (absent: 100), after the event with the id `after`. */
export interface EventQuery extends EventFilters {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** Events in commit order (DECISIONS 4), and whether more follow. */
export interface EventPage {
  readonly data: Event[]
  readonly meta: { readonly limit: number; readonly has_more: boolean }
}

/** Finds a page of an organization's events. */
export const findEvents = async (
  db: OrganizationDatabase,
  { after, limit = 100, ...filters }: EventQuery,
): Promise<EventPage> => {
  const cursor = after === undefined ? beforeAllEvents : await findEventCursor(db, after)
  const events = await findEventsAfter(db, cursor, { limit: limit + 1, ...filters })
  return {
    data: events.slice(0, limit).map(presentEvent),
    meta: { limit, has_more: events.length > limit },
  }
}
