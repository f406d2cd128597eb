import { type EventType, type operations, Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Billing } from '../../billing/billing.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { lockEndpoint } from '../endpoints/lock-endpoint.ts'
import { deliveryKey, pendingDelivery } from '../messages/message.ts'
import { type KeyedObject, orderKeyOf } from '../order/order-key.ts'

type ReplayBody = z.output<NonNullable<typeof operations.replayWebhooks.body>>

/** The largest number of events of one replay, and of rows that one statement writes. */
const eventsMax = 10_000
const rowsAtOnce = 1000

/**
 * Makes deliveries pending again: either the failed ones, at most 10,000, or those of a period's events that the endpoint receives, up to
 * its position in the log. Events of the period that have no delivery get a pending one. Throws `limit_reached` if the period has more than
 * 10,000 events.
 */
export const replayDeliveries = (
  billing: Billing,
  call: CallerContext,
  id: string,
  { from, to, failed }: ReplayBody,
): Promise<{ readonly replayed: number }> =>
  write(billing.database, call.organization.id, async (work) => {
    const endpoint = await lockEndpoint(work, id)
    const wall = billing.wallClock()
    const replayed =
      failed === true || from === undefined
        ? await replayFailed(work, id, wall)
        : await replayRange(work, endpoint, { from, to: to ?? work.now, wall })
    const answer = { replayed }
    recordAudit(work, { object: id, after: { from, to, failed, ...answer } })
    saveIdempotentResponse(work, call, answer)
    return answer
  })

const replayFailed = async ({ db }: Write, id: string, wall: Timestamp): Promise<number> => {
  const failed = await db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('endpointId', '=', id)
    .where('status', '=', 'failed')
    .orderBy('id')
    .limit(eventsMax)
    .execute()
  for (let done = 0; done < failed.length; done += rowsAtOnce)
    await db
      .updateTable('webhookDeliveries')
      .set({ status: 'pending', tries: 0, dueAt: wall, leavesGap: false })
      .where(
        'id',
        'in',
        failed.slice(done, done + rowsAtOnce).map((each) => each.id),
      )
      .execute()
  return failed.length
}

interface Range {
  readonly from: Timestamp
  readonly to: Timestamp
  readonly wall: Timestamp
}

const replayRange = async (work: Write, endpoint: WebhookEndpointRow, { from, to, wall }: Range): Promise<number> => {
  const types = endpoint.eventTypes.filter((type): type is EventType => type !== '*')
  const inRange = work.db
    .selectFrom('events')
    .select([
      'id',
      'type',
      'sequence',
      sql<KeyedObject>`jsonb_build_object('id', object->'id', 'payment_id', object->'payment_id',
      'subscription', jsonb_build_object('id', object->'subscription'->'id'))`.as('keyed'),
    ])
    // Event ids begin with the time, so the primary key finds the period.
    .where('id', '>=', idAt(from))
    .where('id', '<', idAt(new Date(Date.parse(to) + 1).toISOString()))
    .where('sequence', '<=', endpoint.position)
  const events = await (types.length === 0 ? inRange : inRange.where('type', 'in', types))
    .orderBy('sequence')
    .limit(eventsMax + 1)
    .execute()
  if (events.length > eventsMax)
    throw new Problem('limit_reached', `At most ${eventsMax} events are replayed at a time; take a shorter time.`)
  for (let done = 0; done < events.length; done += rowsAtOnce)
    await work.db
      .insertInto('webhookDeliveries')
      .values(
        events.slice(done, done + rowsAtOnce).map(({ id: eventId, type: eventType, sequence, keyed }) => {
          const orderKey = orderKeyOf(eventType, keyed)
          return pendingDelivery(work, endpoint.id, { eventId, eventType, sequence, orderKey }, wall)
        }),
      )
      .onConflict((known) =>
        known.columns(deliveryKey).doUpdateSet((row) => ({
          status: 'pending',
          tries: 0,
          dueAt: wall,
          orderKey: row.ref('excluded.orderKey'),
          leavesGap: false,
        })),
      )
      .execute()
  return events.length
}

/** The lowest possible id of an event at this instant. */
const idAt = (at: Timestamp): string => {
  const hex = Math.max(0, Date.parse(at)).toString(16).padStart(12, '0')
  return `evt_${hex.slice(0, 8)}-${hex.slice(8, 12)}`
}
