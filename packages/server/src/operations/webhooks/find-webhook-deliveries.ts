import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadWebhookDeliveries } from '../../presenters/webhooks/load-webhook-deliveries.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { whereEqual } from '../../store/lists/list-query.ts'

/** Answers GET /webhook-deliveries. */
export const findWebhookDeliveriesRoute = (billing: Billing) =>
  route(operations.findWebhookDeliveries, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'webhookDeliveries',
        sorts: {},
        changing: 'anything',
        byWords: false,
        narrow: (rows) =>
          whereEqual(rows, { endpointId: query.endpoint_id, eventId: query.event_id, status: query.status }),
      },
      loadWebhookDeliveries,
    ),
  )
