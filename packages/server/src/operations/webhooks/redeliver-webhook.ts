import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { redeliver } from '../../webhooks/replay/redeliver.ts'

/** Answers POST /webhook-deliveries/{id}/redeliver. */
export const redeliverWebhookRoute = (billing: Billing) =>
  route(operations.redeliverWebhook, ({ params, call }) => redeliver(billing, call, params.id))
