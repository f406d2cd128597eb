import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { updateEndpoint } from '../../webhooks/endpoints/update-endpoint.ts'

/** Answers PATCH /webhook-endpoints/{id}. */
export const updateWebhookEndpointRoute = (billing: Billing) =>
  route(operations.updateWebhookEndpoint, ({ params, body, call }) => updateEndpoint(billing, call, params.id, body))
