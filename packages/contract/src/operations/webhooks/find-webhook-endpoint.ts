import { webhookEndpoint } from '../../resources/webhook-endpoint.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Returns one webhook endpoint. */
export const findWebhookEndpoint = operation({
  name: 'findWebhookEndpoint',
  method: 'GET',
  path: '/webhook-endpoints/{id}',
  summary: 'Find a webhook endpoint',
  description: [
    'Finds one webhook endpoint.',
    '`failing_since` and `events_behind` say how it is doing; `findWebhookDeliveries` says what it answered.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'read' },
  params: idParam,
  query: none,
  body: null,
  answer: webhookEndpoint,
  problems: ['not_found'],
})
