import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { deleteEndpoint } from '../../webhooks/endpoints/delete-endpoint.ts'

/** Answers DELETE /webhook-endpoints/{id}. */
export const deleteWebhookEndpointRoute = (billing: Billing) =>
  route(operations.deleteWebhookEndpoint, ({ params, call }) => deleteEndpoint(billing, call, params.id))
