import { dayOfWarning, hasFailedTooLong, nextTryAt, required, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Billing } from '../../billing/billing.ts'
import { loadShownEndpoint } from '../../presenters/webhooks/present-webhook-endpoint.ts'
import { recordedFromNow } from '../../store/events/event-cursor.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { deliveryKey, hasBody, type WebhookMessage, pendingDelivery } from '../messages/message.ts'
import { closeGap } from '../order/gaps.ts'
import { alignDueTimes } from '../order/align-due-times.ts'
import type { Batch } from './read-batch.ts'
import type { SentBatch, AttemptedMessage } from './send-batch.ts'

/**
 * Records the results of a batch and moves the endpoint's position past the attempted events, in one transaction. If another worker has
 * leased the endpoint meanwhile, or a change has ended the lease, this writes nothing, and the batch is sent again.
 */
export const recordBatch = (
  billing: Billing,
  endpoint: WebhookEndpointRow,
  batch: Batch,
  sent: SentBatch,
): Promise<void> =>
  write(billing.database, endpoint.organizationId, async (work) => {
    const locked = await work.db
      .selectFrom('webhookEndpoints')
      .select(['fence', 'enabled', 'mode', 'warnedDay as lastWarningDay'])
      .where('id', '=', endpoint.id)
      .forUpdate()
      .executeTakeFirst()
    if (locked?.fence !== endpoint.fence) return
    const wall = billing.wallClock()
    const recorded = sent.tries.filter((each) => !isFailedProbe(endpoint, each))
    const position = positionAfter(endpoint, batch, sent)
    const waiting = [...batch.waiting, ...sent.unsent].filter((message) => isPassed(message, position))
    await insertNew(work, endpoint, recorded.filter(isNew), wall)
    await insertWaiting(work, endpoint, waiting, wall)
    for (const each of recorded) if (!isNew(each)) await updateStored(work, endpoint, each)
    for (const { message, arrived } of recorded) if (arrived) await closeGap(work, endpoint.id, message)
    // If the endpoint is still ordered, waiting deliveries become due with the first delivery of their key. If the endpoint has become
    // parallel, waiting deliveries remain due at once, as stored above.
    if (locked.mode === 'ordered')
      await alignDueTimes(work, endpoint.id, { keys: keysToOrder(recorded, waiting), wall })
    const reason = sent.isGone ? 'gone' : hasFailedTooLong(sent.health, wall) ? 'failing' : undefined
    const isDisabled = locked.enabled && reason !== undefined
    const warningDay = dayOfWarning(sent.health, wall)
    const hasReachedEnd = batch.isAtEnd && position > endpoint.position && position === batch.readUntil
    await work.db
      .updateTable('webhookEndpoints')
      .set({
        ...sent.health,
        position,
        ...(hasReachedEnd && { positionFrom: recordedFromNow }),
        warnedDay: warningDay,
        leaseUntil: null,
        ...(endpoint.tries > 0 && { tries: 0, deferredUntil: null, deferredReason: null }),
        ...(isDisabled && { enabled: false, disabledReason: reason }),
      })
      .where('id', '=', endpoint.id)
      .execute()
    if (isDisabled || (locked.enabled && warningDay > locked.lastWarningDay))
      recordEvent(work, 'webhook_endpoint.failing', await loadShownEndpoint(work.db, endpoint.id))
  })

const isNew = ({ message }: AttemptedMessage): boolean => message.delivery === undefined

/**
 * Whether a try is a failed probe that is not recorded: one with a new event, or with a delivery that was not due yet. The endpoint's
 * position in the log stays, and the delivery keeps all its attempts. A message without a body was never sent and is no probe: its delivery
 * ends, and the next probe uses another message.
 */
const isFailedProbe = ({ probeAt }: WebhookEndpointRow, { message, attempt, arrived }: AttemptedMessage): boolean =>
  probeAt !== null &&
  hasBody(message) &&
  !arrived &&
  (message.delivery === undefined || (message.delivery.dueAt ?? '') > attempt.at)

/**
 * The new position in the log. After a failed probe of a new event: the old position. If no new event is unsent: the end of the part that
 * was read. Otherwise: the last attempted event. Earlier events that were not attempted get a pending delivery.
 */
const positionAfter = (endpoint: WebhookEndpointRow, { readUntil }: Batch, { tries, unsent }: SentBatch): number => {
  if (tries.some((each) => isNew(each) && isFailedProbe(endpoint, each))) return endpoint.position
  if (unsent.every(({ delivery }) => delivery !== undefined)) return readUntil
  return Math.max(endpoint.position, ...tries.filter(isNew).map(({ message }) => message.sequence ?? 0))
}

const isPassed = ({ delivery, sequence }: WebhookMessage, position: number): boolean =>
  delivery === undefined && (sequence ?? 0) <= position

/** The order keys of deliveries that have just started or stopped blocking later deliveries. */
const keysToOrder = (recorded: readonly AttemptedMessage[], waiting: readonly WebhookMessage[]): readonly string[] =>
  [...recorded.filter((each) => !isNew(each) || !each.arrived).map(({ message }) => message), ...waiting]
    .map(({ orderKey }) => orderKey)
    .filter((key) => key !== null)

/** The stored state of a delivery after an attempt. */
const stateAfter = (
  { mode }: Pick<WebhookEndpointRow, 'mode'>,
  { arrived, attempt, message, retryAfterSeconds }: AttemptedMessage,
) => {
  const tries = (message.delivery?.tries ?? 0) + 1
  const next =
    arrived || !hasBody(message) ? null : nextTryAt({ tries, at: attempt.at, chance: Math.random(), retryAfterSeconds })
  const status: 'pending' | 'delivered' | 'failed' = arrived ? 'delivered' : next === null ? 'failed' : 'pending'
  const leavesGap = status === 'failed' && mode === 'ordered' && message.orderKey !== null
  return { status, tries, dueAt: next satisfies Timestamp | null, leavesGap }
}

const insertNew = async (
  work: Write,
  endpoint: WebhookEndpointRow,
  tries: readonly AttemptedMessage[],
  wall: Timestamp,
): Promise<void> => {
  if (tries.length === 0) return
  await work.db
    .insertInto('webhookDeliveries')
    .values(
      tries.map((each) => ({
        ...pendingDelivery(work, endpoint.id, each.message, wall),
        attempts: JSON.stringify([each.attempt]),
        ...stateAfter(endpoint, each),
      })),
    )
    .onConflict((known) =>
      known.columns(deliveryKey).doUpdateSet((row) => ({
        attempts: sql<string>`webhook_deliveries.attempts || excluded.attempts`,
        status: row.ref('excluded.status'),
        tries: row.ref('excluded.tries'),
        dueAt: row.ref('excluded.dueAt'),
        leavesGap: row.ref('excluded.leavesGap'),
      })),
    )
    .execute()
}

/**
 * Stores a pending delivery for each unsent event that the endpoint's position moves past. Without this delivery, the event would never be
 * sent.
 */
const insertWaiting = async (
  work: Write,
  endpoint: WebhookEndpointRow,
  messages: readonly WebhookMessage[],
  wall: Timestamp,
): Promise<void> => {
  if (messages.length === 0) return
  await work.db
    .insertInto('webhookDeliveries')
    .values(messages.map((message) => pendingDelivery(work, endpoint.id, message, wall)))
    .onConflict((known) => known.columns(deliveryKey).doNothing())
    .execute()
}

/**
 * Records an attempt of a stored delivery. If a redelivery was requested during this attempt, the delivery stays pending for the
 * redelivery.
 */
const updateStored = async ({ db }: Write, endpoint: WebhookEndpointRow, each: AttemptedMessage): Promise<void> => {
  const { id, tries, dueAt } = required(each.message.delivery, 'delivery of event', each.message.eventId)
  await db
    .updateTable('webhookDeliveries')
    .set({ attempts: sql<string>`attempts || ${JSON.stringify([each.attempt])}::jsonb` })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('webhookDeliveries')
    .set(stateAfter(endpoint, each))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('dueAt', '=', dueAt)
    .execute()
}
