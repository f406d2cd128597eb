import type { Event, EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { type CommittedEvent, findEventsAfter } from '../../store/events/find-events-after.ts'
import { findEventsBySequence } from '../../store/events/find-events-by-sequence.ts'
import { presentEvent } from '../../store/events/present-event.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../store/rows.ts'
import { webhookBodyOf } from '../messages/webhook-body-of.ts'
import type { WebhookMessage, MessageBody } from '../messages/message.ts'
import { attachGapIds } from '../order/gaps.ts'
import { isFirstOfKey, isNextOfKey } from '../order/is-next-of-key.ts'
import { orderKeyOf } from '../order/order-key.ts'
import { reducedBatchSize } from './defer-endpoint.ts'

/** The messages to send to an endpoint next, and the position in the event log up to which events were read. */
export interface Batch {
  /** Stored deliveries that are due, then new events in order. */
  readonly messages: readonly WebhookMessage[]
  /** New events that wait for earlier events with the same key. */
  readonly waiting: readonly WebhookMessage[]
  readonly readUntil: number
  /** Whether reading reached the end of the log. */
  readonly isAtEnd: boolean
}

const retriesMax = { parallel: 16, ordered: 128 } as const
const eventsMax = 128

/**
 * Reads the messages that are due for an endpoint, with new events up to the position `until` in the log; only one message while the
 * endpoint fails.
 */
export const readBatch = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
  { until, wall }: { readonly until: number; readonly wall: Timestamp },
): Promise<Batch> => {
  const isProbe = endpoint.probeAt !== null
  const limit = isProbe ? 1 : reducedBatchSize(eventsMax, endpoint)
  const after = { sequence: endpoint.position, recordedFrom: endpoint.positionFrom }
  const events = await findEventsAfter(db, after, { limit, type: typesOf(endpoint), until })
  const last = events.length < limit ? until : (events.at(-1)?.sequence ?? until)
  const isAtEnd = events.length < limit
  const read = {
    fresh: events.map((row) => newMessage(row, endpoint)),
    readUntil: Math.max(last, endpoint.position),
    isAtEnd,
  }
  return isProbe ? pickProbe(db, endpoint, read) : pickBatch(db, endpoint, read, wall)
}

interface ReadEvents {
  readonly fresh: readonly WebhookMessage[]
  readonly readUntil: number
  readonly isAtEnd: boolean
}

const pickBatch = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
  { fresh, ...end }: ReadEvents,
  wall: Timestamp,
): Promise<Batch> => {
  const retries = await findRetries(db, endpoint, wall)
  if (endpoint.mode === 'parallel') return { messages: [...retries, ...fresh], waiting: [], ...end }
  const held = await findBlockedKeys(db, endpoint, fresh, retries)
  const isHeld = ({ orderKey }: WebhookMessage) => orderKey !== null && held.has(orderKey)
  const messages = await attachGapIds(db, endpoint.id, [...retries, ...fresh.filter((message) => !isHeld(message))])
  return { messages, waiting: fresh.filter(isHeld), ...end }
}

/**
 * Chooses the message for a probe, preferably a new event. If the next event must wait for a pending delivery, the position in the log
 * stays.
 */
const pickProbe = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
  { fresh, ...end }: ReadEvents,
): Promise<Batch> => {
  const isHeld = endpoint.mode === 'ordered' && (await findBlockedKeys(db, endpoint, fresh, [])).size > 0
  const messages = fresh.length > 0 && !isHeld ? fresh : await findProbe(db, endpoint)
  return {
    messages: endpoint.mode === 'ordered' ? await attachGapIds(db, endpoint.id, messages) : messages,
    waiting: [],
    ...(isHeld ? { readUntil: endpoint.position, isAtEnd: false } : end),
  }
}

const typesOf = ({ eventTypes }: WebhookEndpointRow): readonly EventType[] | undefined =>
  eventTypes.includes('*') ? undefined : eventTypes.filter((type) => type !== '*')

const newMessage = (row: CommittedEvent, endpoint: WebhookEndpointRow): WebhookMessage => ({
  eventId: row.id,
  eventType: row.type,
  sequence: row.sequence,
  gap: [],
  delivery: undefined,
  body: bodyToPost(row, endpoint),
  // Set even for an event that cannot be shown: if the endpoint is ordered, the next event with the key reports the gap.
  orderKey: orderKeyOf(row.type, row.object),
})

/** The text of an event, or why it is missing: an event that cannot be shown must not block all later ones. */
const bodyToPost = (row: CommittedEvent, { payload }: WebhookEndpointRow): MessageBody => {
  try {
    return { text: webhookBodyOf(presentEvent(row), payload) }
  } catch (error) {
    return { missing: 'The server cannot present this event; its operator is notified.', error }
  }
}

/** Returns the order keys of new events that must wait: those with pending deliveries that are not in `retries`. */
const findBlockedKeys = async (
  db: OrganizationDatabase,
  { id }: WebhookEndpointRow,
  fresh: readonly WebhookMessage[],
  retries: readonly WebhookMessage[],
): Promise<ReadonlySet<string>> => {
  const keys = fresh.map(({ orderKey }) => orderKey).filter((key) => key !== null)
  if (keys.length === 0) return new Set()
  const taken = new Set(retries.map(({ delivery }) => delivery?.id))
  const pending = await db
    .selectFrom('webhookDeliveries')
    .select(['id', 'orderKey'])
    .where('endpointId', '=', id)
    .where('status', '=', 'pending')
    .where('orderKey', 'in', [...new Set(keys)])
    .execute()
  return new Set(pending.flatMap((row) => (row.orderKey === null || taken.has(row.id) ? [] : [row.orderKey])))
}

const pendingOf = (db: OrganizationDatabase, endpointId: string) =>
  db
    .selectFrom('webhookDeliveries as delivery')
    .selectAll()
    .where('endpointId', '=', endpointId)
    .where('status', '=', 'pending')

const findRetries = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
  wall: Timestamp,
): Promise<readonly WebhookMessage[]> => {
  const { id, mode } = endpoint
  const due = pendingOf(db, id).where('dueAt', '<=', wall).limit(reducedBatchSize(retriesMax[mode], endpoint))
  const rows = await (
    mode === 'parallel'
      ? due.orderBy('dueAt')
      : due.where(isNextOfKey(wall)).orderBy('eventSequence', (order) => order.asc().nullsFirst())
  ).execute()
  return messagesOf(db, endpoint, rows)
}

const findProbe = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
): Promise<readonly WebhookMessage[]> => {
  const { id, mode } = endpoint
  const next = pendingOf(db, id).orderBy('dueAt').limit(1)
  return messagesOf(db, endpoint, await (mode === 'parallel' ? next : next.where(isFirstOfKey)).execute())
}

const messagesOf = async (
  db: OrganizationDatabase,
  endpoint: WebhookEndpointRow,
  rows: readonly WebhookDeliveryRow[],
): Promise<readonly WebhookMessage[]> => {
  const stored = await findEventsBySequence(
    db,
    rows.flatMap(({ eventId: id, eventSequence: sequence }) => (sequence === null ? [] : [{ id, sequence }])),
  )
  const bySequence = new Map(stored.map((row) => [row.sequence, newMessage(row, endpoint).body]))
  return rows.map((row) => ({
    body:
      row.eventSequence === null
        ? { text: webhookBodyOf(row.testEvent as unknown as Event, endpoint.payload) }
        : (bySequence.get(row.eventSequence) ?? { missing: 'The event is no longer stored.' }),
    eventId: row.eventId,
    eventType: row.eventType,
    sequence: row.eventSequence,
    orderKey: row.orderKey,
    gap: [],
    delivery: row,
  }))
}
