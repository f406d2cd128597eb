import { dayOfWarning, isGivenUp, nextTryAt, required, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { loadWebhookEndpoints } from '../presenters/load-webhook-endpoints.ts'
import { recordedFromNow } from '../store/events/event-cursor.ts'
import { recordEvent } from '../store/record-event.ts'
import type { WebhookEndpointRow } from '../store/rows.ts'
import { newId, type Write, write } from '../store/write.ts'
import type { Batch } from './read-batch.ts'
import type { SentBatch, Try } from './send-batch.ts'

/**
 * Writes down what became of a batch and moves the endpoint's place in the log behind what was tried, in one transaction. Where
 * another server has the lease by now nothing is written: what was sent is sent once more.
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
      .select(['fence', 'enabled', 'warnedDay'])
      .where('id', '=', endpoint.id)
      .forUpdate()
      .executeTakeFirst()
    if (locked?.fence !== endpoint.fence) return
    const wall = billing.wallClock()
    const recorded = sent.tries.filter((each) => !isFailedProbe(endpoint, each))
    await insertNew(work, endpoint, recorded.filter(isNew))
    for (const each of recorded) if (!isNew(each)) await updateStored(work, each)
    const reason = sent.isGone ? 'gone' : isGivenUp(sent.health, wall) ? 'failing' : undefined
    const isDisabled = locked.enabled && reason !== undefined
    const warned = dayOfWarning(sent.health, wall)
    const position = positionAfter(endpoint, batch, sent)
    const hasReachedEnd = batch.isAtEnd && position > endpoint.position && position === batch.readUntil
    await work.db
      .updateTable('webhookEndpoints')
      .set({
        ...sent.health,
        position,
        ...(hasReachedEnd && { positionFrom: recordedFromNow }),
        warnedDay: warned,
        leaseUntil: null,
        ...(isDisabled && { enabled: false, disabledReason: reason }),
      })
      .where('id', '=', endpoint.id)
      .execute()
    if (isDisabled || (locked.enabled && warned > locked.warnedDay)) await tell(work, endpoint.id)
  })

const isNew = ({ message }: Try): boolean => message.delivery === undefined

/**
 * While an endpoint fails its place in the log stands, and a probe that fails leaves nothing behind: it takes no try from a
 * delivery that was not due yet. Where the event is not stored any more nothing was probed, and the delivery ends, so that another
 * one is probed with.
 */
const isFailedProbe = (
  { probeAt }: WebhookEndpointRow,
  { message: { event, delivery }, attempt, arrived }: Try,
): boolean =>
  probeAt !== null &&
  event !== undefined &&
  !arrived &&
  (delivery === undefined || (delivery.nextAttemptAt ?? '') > attempt.at)

const positionAfter = (endpoint: WebhookEndpointRow, { readUntil }: Batch, { tries, left }: SentBatch): number => {
  if (tries.some((each) => isNew(each) && isFailedProbe(endpoint, each))) return endpoint.position
  if (left.every(({ delivery }) => delivery !== undefined)) return readUntil
  // Messages are begun in their order, so whatever was tried lies before whatever was not.
  return Math.max(endpoint.position, ...tries.filter(isNew).map(({ message }) => message.sequence ?? 0))
}

/** What is stored of a delivery after a try. */
const stateAfter = ({ arrived, attempt, message, retryAfterSeconds }: Try) => {
  const tries = (message.delivery?.tries ?? 0) + 1
  const next =
    arrived || message.event === undefined
      ? null
      : nextTryAt({ tries, at: attempt.at, chance: Math.random(), retryAfterSeconds })
  const status: 'pending' | 'delivered' | 'failed' = arrived ? 'delivered' : next === null ? 'failed' : 'pending'
  return { status, tries, nextAttemptAt: next satisfies Timestamp | null }
}

const insertNew = async (work: Write, { id }: WebhookEndpointRow, tries: readonly Try[]): Promise<void> => {
  if (tries.length === 0) return
  await work.db
    .insertInto('webhookDeliveries')
    .values(
      tries.map((each) => ({
        id: newId('wd', work),
        endpointId: id,
        eventId: each.message.eventId,
        eventType: each.message.eventType,
        eventSequence: each.message.sequence,
        attempts: JSON.stringify([each.attempt]),
        createdAt: work.now,
        ...stateAfter(each),
      })),
    )
    .onConflict((known) =>
      known.columns(['organizationId', 'endpointId', 'eventId']).doUpdateSet((row) => ({
        attempts: sql<string>`webhook_deliveries.attempts || excluded.attempts`,
        status: row.ref('excluded.status'),
        tries: row.ref('excluded.tries'),
        nextAttemptAt: row.ref('excluded.nextAttemptAt'),
      })),
    )
    .execute()
}

/** A delivery that was asked for once more while this try was on its way is left as it was asked for: it is still to be sent. */
const updateStored = async ({ db }: Write, each: Try): Promise<void> => {
  const { id, tries, nextAttemptAt } = required(each.message.delivery, 'delivery of event', each.message.eventId)
  await db
    .updateTable('webhookDeliveries')
    .set({ attempts: sql<string>`attempts || ${JSON.stringify([each.attempt])}::jsonb` })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('webhookDeliveries')
    .set(stateAfter(each))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('nextAttemptAt', '=', nextAttemptAt)
    .execute()
}

const tell = async (work: Write, id: string): Promise<void> => {
  const [endpoint] = await loadWebhookEndpoints(work.db, [id])
  recordEvent(work, 'webhook_endpoint.failing', required(endpoint, 'webhook endpoint', id))
}
