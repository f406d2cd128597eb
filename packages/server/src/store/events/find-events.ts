import type { Event, EventType } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../in-organization.ts'
import { beforeAllEvents, findEventCursor } from './event-cursor.ts'
import { eventsAfter } from './events-after.ts'
import { presentEvent } from './present-event.ts'

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

/** A page of events after one already seen. */
export const findEvents = async (
  db: OrganizationDatabase,
  { after, limit = 100, type }: EventQuery,
): Promise<EventPage> => {
  const cursor = after === undefined ? beforeAllEvents : await findEventCursor(db, after)
  const events = await eventsAfter(db, cursor, { limit: limit + 1, type })
  return {
    data: events.slice(0, limit).map(presentEvent),
    meta: { limit, has_more: events.length > limit },
  }
}
