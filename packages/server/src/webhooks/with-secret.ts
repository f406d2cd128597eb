import { type WebhookEndpoint, type WebhookEndpointWithSecret } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { Billing } from '../billing/billing.ts'
import { inOrganization } from '../store/in-organization.ts'
import { secretOf } from './secrets.ts'

/** An endpoint as it was answered first, with the secret that it has now. */
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
  return { ...endpoint, secret: secretOf(webhookKey, required(row, 'webhook endpoint', endpoint.id)) }
}
