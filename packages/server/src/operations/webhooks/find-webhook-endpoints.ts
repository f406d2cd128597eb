import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadWebhookEndpoints } from '../../presenters/webhooks/load-webhook-endpoints.ts'
import { findPage } from '../../store/lists/find-page.ts'

/** Answers GET /webhook-endpoints. */
export const findWebhookEndpointsRoute = (billing: Billing) =>
  route(operations.findWebhookEndpoints, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      { table: 'webhookEndpoints', sorts: {}, changing: 'anything', byWords: false, narrow: (rows) => rows },
      loadWebhookEndpoints,
    ),
  )
