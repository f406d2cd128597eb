import type { WebhookDelivery } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import { presentWebhookDelivery } from './present-webhook-delivery.ts'

/** Deliveries as the interface shows them, in the order of the ids. */
export const loadWebhookDeliveries = async (
  db: OrganizationDatabase,
  ids: readonly string[],
): Promise<readonly WebhookDelivery[]> => {
  const rows = await db.selectFrom('webhookDeliveries').selectAll().where('id', '=', oneOf(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, presentWebhookDelivery(row)]))
  return ids.map((id) => byId.get(id)).filter((delivery) => delivery !== undefined)
}
