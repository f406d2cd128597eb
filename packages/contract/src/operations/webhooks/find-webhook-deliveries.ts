import { z } from 'zod'
import { idInput } from '../../resources/fields.ts'
import { listOf } from '../../resources/list.ts'
import { deliveryStatuses, webhookDelivery } from '../../resources/webhook-delivery.ts'
import { byStatus, createdBetween, pageQuery } from '../parts/list-query.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Lists deliveries of events to webhook endpoints, with the endpoints' answers. */
export const findWebhookDeliveries = operation({
  name: 'findWebhookDeliveries',
  method: 'GET',
  path: '/webhook-deliveries',
  summary: 'Find webhook deliveries',
  description: [
    'Lists deliveries, latest first, with each try and what your server answered.',
    'An event that an endpoint has not been sent yet is in no list: `events_behind` of the endpoint counts those. Deliveries are kept for 30 days, and longer while they are pending.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'read' },
  params: none,
  query: z.strictObject({
    ...pageQuery,
    ...createdBetween,
    endpoint_id: idInput.optional().describe('Only deliveries to this endpoint.'),
    event_id: idInput.optional().describe('Only deliveries of this event.'),
    ...byStatus('deliveries', deliveryStatuses),
  }),
  body: null,
  answer: listOf(webhookDelivery),
  problems: [],
})
