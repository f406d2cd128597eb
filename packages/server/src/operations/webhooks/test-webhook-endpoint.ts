import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { testEndpoint } from '../../webhooks/endpoints/test-endpoint.ts'

/** Answers POST /webhook-endpoints/{id}/test. */
export const testWebhookEndpointRoute = (billing: Billing) =>
  route(operations.testWebhookEndpoint, ({ params, call }) => testEndpoint(billing, call, params.id))
