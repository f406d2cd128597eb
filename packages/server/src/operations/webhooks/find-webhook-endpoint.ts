import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadWebhookEndpoints } from '../../presenters/webhooks/load-webhook-endpoints.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { found } from '../found.ts'

/** Answers GET /webhook-endpoints/{id}. */
export const findWebhookEndpointRoute = ({ database }: Billing) =>
  route(operations.findWebhookEndpoint, async ({ params: { id }, call }) =>
    found(await loadWebhookEndpoints(inOrganization(database, call.organization.id), [id]), 'webhook endpoint', id),
  )
