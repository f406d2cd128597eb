import type { WebhookEndpoint } from '@billing-checkout/contract'
import type { WebhookEndpointRow } from '../../store/rows.ts'

/** A webhook endpoint as the interface shows it. */
export const presentWebhookEndpoint = (row: WebhookEndpointRow, eventsBehind: number): WebhookEndpoint => ({
  id: row.id,
  url: row.url,
  description: row.description,
  event_types: [...row.eventTypes],
  mode: row.mode,
  payload: row.payload,
  enabled: row.enabled,
  disabled_reason: row.disabledReason,
  failing_since: row.failingSince,
  events_behind: eventsBehind,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
