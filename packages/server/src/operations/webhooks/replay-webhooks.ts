import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { replay } from '../../webhooks/replay/replay.ts'

/** Answers POST /webhook-endpoints/{id}/replay. */
export const replayWebhooksRoute = (billing: Billing) =>
  route(operations.replayWebhooks, ({ params, body, call }) => replay(billing, call, params.id, body))
