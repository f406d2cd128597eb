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
        narrow: (rows) => {
          const { endpoint_id: endpointId, event_id: eventId, status } = query
          const narrowed = whereEqual(rows, { endpointId, eventId, status })
          return query.status_in ? narrowed.where('status', 'in', query.status_in) : narrowed
        },
      },
      loadWebhookDeliveries,
    ),
  )
