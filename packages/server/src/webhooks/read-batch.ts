import type { Event, EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { type CommittedEvent, eventsAfter } from '../store/events/events-after.ts'
import { presentEvent } from '../store/events/present-event.ts'
import type { OrganizationDatabase } from '../store/in-organization.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../store/rows.ts'

/** One event that is to be sent. */
export interface Message {
  /** The event as `findEvents` shows it; undefined where it is not stored any more. */
  readonly event: Event | undefined
  readonly eventId: string
  readonly eventType: EventType
  readonly sequence: number | null
  /** The delivery that is tried again; undefined for an event that the endpoint has not been sent yet. */
  readonly delivery: WebhookDeliveryRow | undefined
}

/** What is sent to an endpoint next, and up to which place in the log that is everything. */
export interface Batch {
  /** Deliveries that are tried again, then new events in their order. */
  readonly messages: readonly Message[]
  readonly readUntil: number
  /** Whether that place is the end of the log. */
  readonly isAtEnd: boolean
}

const retriesMax = 16
const eventsMax = 128

/** Reads what an endpoint is to be sent by now, up to a place in the log; while it fails, a single message. */
export const readBatch = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
  { until, wall }: { readonly until: number; readonly wall: Timestamp },
): Promise<Batch> => {
  const isProbe = endpoint.probeAt !== null
  const limit = isProbe ? 1 : eventsMax
  const after = { sequence: endpoint.position, recordedFrom: endpoint.positionFrom }
  const events = await eventsAfter(db, after, { limit, type: typesOf(endpoint), until })
  const last = events.length < limit ? until : (events.at(-1)?.sequence ?? until)
  const retries = isProbe && events.length > 0 ? [] : await findRetries(db, endpoint, wall)
  return {
    messages: [...retries, ...events.map(newMessage)],
    readUntil: Math.max(last, endpoint.position),
    isAtEnd: events.length < limit,
  }
}

const typesOf = ({ eventTypes }: WebhookEndpointRow): readonly EventType[] | undefined =>
  eventTypes.includes('*') ? undefined : eventTypes.filter((type) => type !== '*')

const newMessage = (row: CommittedEvent): Message => ({
  event: presentEvent(row),
  eventId: row.id,
  eventType: row.type,
  sequence: row.sequence,
  delivery: undefined,
})

const findRetries = async (
  db: OrganizationDatabase,
  { id, probeAt }: WebhookEndpointRow,
  wall: Timestamp,
): Promise<readonly Message[]> => {
  const pending = db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('endpointId', '=', id)
    .where('status', '=', 'pending')
  const rows = await (probeAt === null ? pending.where('nextAttemptAt', '<=', wall) : pending)
    .orderBy('nextAttemptAt')
    .limit(probeAt === null ? retriesMax : 1)
    .execute()
  const sequences = rows.map(({ eventSequence }) => eventSequence).filter((sequence) => sequence !== null)
  const stored =
    sequences.length === 0 ? [] : await db.selectFrom('events').selectAll().where('sequence', 'in', sequences).execute()
  const bySequence = new Map(stored.map((row) => [row.sequence, presentEvent(row)]))
  return rows.map((row) => ({
    event: row.eventSequence === null ? (row.testEvent as unknown as Event) : bySequence.get(row.eventSequence),
    eventId: row.eventId,
    eventType: row.eventType,
    sequence: row.eventSequence,
    delivery: row,
  }))
}
