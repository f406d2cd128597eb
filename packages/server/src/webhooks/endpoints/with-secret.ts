import { Problem, type WebhookEndpoint, type WebhookEndpointWithSecret } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { secretOf } from '../signing/secrets.ts'

/**
 * The stored answer for a repeated request, with the endpoint's current secret added. Throws `not_found` if the endpoint has been deleted
 * since.
 */
export const withSecret = async (
  { database, webhookKey }: Billing,
  organizationId: string,
  endpoint: WebhookEndpoint,
): Promise<WebhookEndpointWithSecret> => {
  const row = await inOrganization(database, organizationId)
    .selectFrom('webhookEndpoints')
    .select(['id', 'sealedSecret'])
    .where('id', '=', endpoint.id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `Webhook endpoint ${endpoint.id} has been deleted since.`)
  return { ...endpoint, secret: secretOf(webhookKey, row) }
}
