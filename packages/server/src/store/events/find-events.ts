import type { Event } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../in-organization.ts'
import { beforeAllEvents, findEventCursor } from './event-cursor.ts'
import { eventsAfter, type EventFilters } from './events-after.ts'
import { presentEvent } from './present-event.ts'

/** Selects events: those after one already seen, of some types or of one object, at most `limit`. */
export interface EventQuery extends EventFilters {
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** Events in the order of their commits (DECISIONS 4), and whether there are more. */
export interface EventPage {
  readonly data: Event[]
  readonly meta: { readonly limit: number; readonly has_more: boolean }
}

/** A page of events after one already seen. */
export const findEvents = async (
  db: OrganizationDatabase,
  { after, limit = 100, ...filters }: EventQuery,
): Promise<EventPage> => {
  const cursor = after === undefined ? beforeAllEvents : await findEventCursor(db, after)
  const events = await eventsAfter(db, cursor, { limit: limit + 1, ...filters })
  return {
    data: events.slice(0, limit).map(presentEvent),
    meta: { limit, has_more: events.length > limit },
  }
}
