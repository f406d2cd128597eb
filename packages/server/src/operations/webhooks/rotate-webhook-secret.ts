import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { rotateSecret } from '../../webhooks/endpoints/rotate-secret.ts'
import { withSecret } from '../../webhooks/endpoints/with-secret.ts'

/** Answers POST /webhook-endpoints/{id}/rotate-secret. */
export const rotateWebhookSecretRoute = (billing: Billing) =>
  route(
    operations.rotateWebhookSecret,
    ({ params, call }) => rotateSecret(billing, call, params.id),
    (remembered, { call }) => withSecret(billing, call.organization.id, remembered),
  )
