import type { Event, WebhookDelivery } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadShownEndpoint } from '../../presenters/webhooks/present-webhook-endpoint.ts'
import { presentWebhookDelivery } from '../../presenters/webhooks/present-webhook-delivery.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { newId } from '../../store/writes/new-id.ts'
import { write } from '../../store/writes/write.ts'
import { pendingDelivery } from '../messages/message.ts'
import { lockEndpoint } from './lock-endpoint.ts'

/** Creates a pending delivery of a test event to an endpoint. No list of events contains this event. */
export const testEndpoint = (billing: Billing, call: CallerContext, id: string): Promise<WebhookDelivery> =>
  write(billing.database, call.organization.id, async (work) => {
    await lockEndpoint(work, id)
    const endpoint = await loadShownEndpoint(work.db, id)
    const event = {
      id: newId('evt', work),
      type: 'webhook_endpoint.test',
      created_at: work.now,
      sequence: 0,
      data: { object: endpoint },
    } satisfies Event
    const message = { eventId: event.id, eventType: event.type, sequence: null, orderKey: null }
    const row = await work.db
      .insertInto('webhookDeliveries')
      .values({ ...pendingDelivery(work, id, message, billing.wallClock()), testEvent: JSON.stringify(event) })
      .returningAll()
      .executeTakeFirstOrThrow()
    const delivery = presentWebhookDelivery(row)
    recordAudit(work, { object: id, after: { delivery: delivery.id } })
    saveIdempotentResponse(work, call, delivery)
    return delivery
  })
