import type { WebhookEndpoint } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { oneOf } from '../../store/queries/one-of.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { presentWebhookEndpoint } from './present-webhook-endpoint.ts'

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
  const byId = new Map(rows.map((row) => [row.id, presentWebhookEndpoint(row, row.eventsBehind ?? 0)]))
  return ids.map((id) => byId.get(id)).filter((endpoint) => endpoint !== undefined)
}
