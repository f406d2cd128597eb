import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route, type Route } from '../http/route.ts'
import { loadWebhookDeliveries } from '../presenters/webhooks/present-webhook-delivery.ts'
import { loadWebhookEndpoints } from '../presenters/webhooks/present-webhook-endpoint.ts'
import { findPage } from '../store/lists/find-page.ts'
import { whereEqual } from '../store/lists/list-query.ts'
import { createEndpoint } from '../webhooks/endpoints/create-endpoint.ts'
import { deleteEndpoint } from '../webhooks/endpoints/delete-endpoint.ts'
import { rotateEndpointSecret, withEndpointSecret } from '../webhooks/endpoints/rotate-endpoint-secret.ts'
import { testEndpoint } from '../webhooks/endpoints/test-endpoint.ts'
import { updateEndpoint } from '../webhooks/endpoints/update-endpoint.ts'
import { redeliverEvent } from '../webhooks/replay/redeliver.ts'
import { replayDeliveries } from '../webhooks/replay/replay.ts'
import { findOne } from './find-one.ts'

/** The routes of operations on webhook endpoints and deliveries. */
export const webhookRoutesOf = (billing: Billing): readonly Route[] => [
  route(
    operations.createWebhookEndpoint,
    ({ body, call }) => createEndpoint(billing, call, body),
    (remembered, { call }) => withEndpointSecret(billing, call.organization.id, remembered),
  ),
  route(operations.findWebhookEndpoints, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      { table: 'webhookEndpoints', unstableParameters: 'anything', narrow: (rows) => rows },
      loadWebhookEndpoints,
    ),
  ),
  route(operations.findWebhookEndpoint, ({ params, call }) =>
    findOne(billing, call, loadWebhookEndpoints, 'webhook endpoint', params.id),
  ),
  route(operations.updateWebhookEndpoint, ({ params, body, call }) => updateEndpoint(billing, call, params.id, body)),
  route(operations.deleteWebhookEndpoint, ({ params, call }) => deleteEndpoint(billing, call, params.id)),
  route(
    operations.rotateWebhookSecret,
    ({ params, call }) => rotateEndpointSecret(billing, call, params.id),
    (remembered, { call }) => withEndpointSecret(billing, call.organization.id, remembered),
  ),
  route(operations.replayWebhooks, ({ params, body, call }) => replayDeliveries(billing, call, params.id, body)),
  route(operations.findWebhookDeliveries, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'webhookDeliveries',
        unstableParameters: 'anything',
        narrow: (rows) => {
          const { endpoint_id: endpointId, event_id: eventId, status } = query
          const narrowed = whereEqual(rows, { endpointId, eventId, status })
          return query.status_in ? narrowed.where('status', 'in', query.status_in) : narrowed
        },
      },
      loadWebhookDeliveries,
    ),
  ),
  route(operations.redeliverWebhook, ({ params, call }) => redeliverEvent(billing, call, params.id)),
  route(operations.testWebhookEndpoint, ({ params, call }) => testEndpoint(billing, call, params.id)),
]
