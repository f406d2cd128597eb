import { type operations, Problem, type WebhookEndpoint } from '@billing-checkout/contract'
import { healthyEndpoint, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Billing } from '../../billing/billing.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadShownEndpoint } from '../../presenters/webhooks/present-webhook-endpoint.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { recordedFromNow } from '../../store/events/event-cursor.ts'
import { lastCommittedSequence } from '../../store/events/last-committed-sequence.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { endpointAddresses } from '../outgoing/address-guard.ts'
import { lockEndpoint } from './lock-endpoint.ts'
import { refuseForbiddenUrl } from './refuse-url.ts'

type EndpointBody = z.output<NonNullable<typeof operations.updateWebhookEndpoint.body>>

/** Changes, disables or enables an endpoint. An event that is being sent meanwhile may arrive twice. */
export const updateEndpoint = async (
  billing: Billing,
  call: CallerContext,
  id: string,
  body: EndpointBody,
): Promise<WebhookEndpoint> => {
  refuseForbiddenUrl(body.url, endpointAddresses(billing))
  const organizationId = call.organization.id
  // Read the position before the transaction, because this query waits for a lock that every writing transaction holds.
  const newest =
    body.resume_from === 'now'
      ? await lastCommittedSequence(inOrganization(billing.database, organizationId))
      : undefined
  return write(billing.database, organizationId, async (work) => {
    const {
      enabled: wasEnabled,
      mode,
      payload,
      position,
      probeAt,
      url,
      description,
      eventTypes,
    } = await lockEndpoint(work, id)
    const isMoved = body.url !== undefined && body.url !== url
    await work.db
      .updateTable('webhookEndpoints')
      .set({
        ...(isMoved && { url: body.url }),
        // If a merchant repairs a failing endpoint by changing its URL, probe it now, because its next probe may be hours away.
        ...(isMoved && probeAt !== null && { probeAt: billing.wallClock(), ...endedLease }),
        ...(body.description !== undefined && { description: body.description }),
        ...(body.event_types !== undefined && { eventTypes: JSON.stringify(body.event_types), ...endedLease }),
        // Keeps the lease: a running batch finishes in the mode in which it started.
        ...(body.mode !== undefined && { mode: body.mode }),
        ...(body.payload !== undefined && { payload: body.payload }),
        ...(body.enabled === false && wasEnabled && { enabled: false, disabledReason: 'merchant' as const }),
        updatedAt: work.now,
      })
      .where('id', '=', id)
      .execute()
    if (mode === 'ordered' && body.mode === 'parallel') await sendWaiting(work, id, billing.wallClock())
    if (body.enabled === true && (!wasEnabled || newest !== undefined)) {
      await enable(work, id, { newest, wall: billing.wallClock() })
      if (newest === undefined) await refuseGap(work, position)
    }
    const endpoint = await loadShownEndpoint(work.db, id)
    const before = { url, description, event_types: eventTypes, mode, payload, enabled: wasEnabled }
    recordAudit(work, { object: id, before, after: endpoint })
    saveIdempotentResponse(work, call, endpoint)
    return endpoint
  })
}

/**
 * Ends the lease of the worker that sends to an endpoint, so that this worker no longer moves the endpoint's position. Otherwise, a worker
 * that has read the endpoint before the change would skip events of the types that the change adds.
 */
const endedLease = { fence: sql<number>`fence + 1`, leaseUntil: null } as const

/** Makes deliveries due that have not been attempted because they waited for an earlier delivery with the same order key. */
const sendWaiting = async ({ db }: Write, id: string, wall: Timestamp): Promise<void> => {
  await db
    .updateTable('webhookDeliveries')
    .set({ dueAt: wall })
    .where('endpointId', '=', id)
    .where('status', '=', 'pending')
    .where('tries', '=', 0)
    .execute()
}

/**
 * Enables an endpoint and resets its failures. The endpoint continues from its last position, and its pending deliveries become due. If
 * `newest` is given, the endpoint instead continues after the event with this sequence, and its pending deliveries fail.
 */
const enable = async (
  { db }: Write,
  id: string,
  { newest, wall }: { readonly newest: number | undefined; readonly wall: string },
): Promise<void> => {
  await db
    .updateTable('webhookEndpoints')
    .set({
      ...healthyEndpoint,
      enabled: true,
      disabledReason: null,
      warnedDay: 0,
      ...endedLease,
      ...(newest !== undefined && {
        position: sql<number>`greatest(position, ${newest})`,
        positionFrom: recordedFromNow,
      }),
    })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('webhookDeliveries')
    .set(newest === undefined ? { dueAt: wall } : { status: 'failed', dueAt: null })
    .where('endpointId', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/**
 * Throws `cursor_expired` if events after a position were dropped, because the endpoint would miss them without notice. Call this after
 * changing the endpoint's row: the job that drops events then waits for this transaction, and keeps the events that the enabled endpoint
 * has not received.
 */
const refuseGap = async ({ db }: Write, position: number): Promise<void> => {
  const dropped = await db.selectFrom('droppedEvents').select('id').where('sequence', '>', position).executeTakeFirst()
  if (dropped === undefined) return
  throw new Problem(
    'cursor_expired',
    'Events that this endpoint has not received are no longer kept. Compare what you have with the lists of payments, subscriptions and customers, then enable it with `resume_from: now`.',
  )
}
