import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { createEndpoint } from '../../webhooks/endpoints/create-endpoint.ts'
import { withSecret } from '../../webhooks/endpoints/with-secret.ts'

/** Answers POST /webhook-endpoints. */
export const createWebhookEndpointRoute = (billing: Billing) =>
  route(
    operations.createWebhookEndpoint,
    ({ body, call }) => createEndpoint(billing, call, body),
    (remembered, { call }) => withSecret(billing, call.organization.id, remembered),
  )
