import type { WebhookEndpoint } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { oneOf } from '../../store/queries/one-of.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import { sortByIds } from '../load-by-ids.ts'

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

/** The largest number of unsent events that are counted, because an endpoint may be millions of events behind. */
const countedMax = 1000

/** Webhook endpoints as the interface shows them, in the order of the ids. */
export const loadWebhookEndpoints = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly WebhookEndpoint[]> => {
  const rows = await db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .select((endpoint) =>
      endpoint
        .selectFrom(
          endpoint
            .selectFrom('events')
            .select('sequence')
            .whereRef('sequence', '>', 'webhookEndpoints.position')
            .where(sql<boolean>`events.recorded_at >= coalesce(webhook_endpoints.position_from, '-infinity')`)
            .limit(countedMax)
            .as('behind'),
        )
        .select(sql<number>`count(*)`.as('count'))
        .as('eventsBehind'),
    )
    .where('id', '=', oneOf(ids))
    .execute()
  const endpoints = rows.map((row) => presentWebhookEndpoint(row, row.eventsBehind ?? 0))
  return sortByIds(ids, endpoints)
}

/** Loads one endpoint, which must exist, as the interface shows it. */
export const loadShownEndpoint = async (db: OrganizationDatabase, id: string): Promise<WebhookEndpoint> =>
  required((await loadWebhookEndpoints(db, [id]))[0], 'webhook endpoint', id)
