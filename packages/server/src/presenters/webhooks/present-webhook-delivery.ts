import type { WebhookDelivery } from '@billing-checkout/contract'
import type { WebhookDeliveryRow } from '../../store/rows.ts'
import { loadByIds } from '../load-by-ids.ts'

/** A delivery as the interface shows it. */
export const presentWebhookDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  endpoint_id: row.endpointId,
  event_id: row.eventId,
  event_type: row.eventType,
  status: row.status,
  attempts: [...row.attempts],
  next_attempt_at: row.dueAt,
  created_at: row.createdAt,
})

/** Deliveries as the interface shows them, in the order of the ids. */
export const loadWebhookDeliveries = loadByIds('webhookDeliveries', presentWebhookDelivery)
