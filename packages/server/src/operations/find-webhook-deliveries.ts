import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route } from '../http/route.ts'
import { loadWebhookDeliveries } from '../presenters/load-webhook-deliveries.ts'
import { findPage } from '../store/lists/find-page.ts'

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
        narrow(rows) {
          let narrowed = rows
          if (query.endpoint_id !== undefined) narrowed = narrowed.where('endpointId', '=', query.endpoint_id)
          if (query.event_id !== undefined) narrowed = narrowed.where('eventId', '=', query.event_id)
          if (query.status !== undefined) narrowed = narrowed.where('status', '=', query.status)
          return narrowed
        },
      },
      loadWebhookDeliveries,
    ),
  )
