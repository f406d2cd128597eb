import { webhookDelivery } from '../../resources/webhook-delivery.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Sends an endpoint a test event. */
export const testWebhookEndpoint = operation({
  name: 'testWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints/{id}/test',
  summary: 'Test a webhook endpoint',
  description: [
    'Sends an event of type `webhook_endpoint.test` to the endpoint, whatever types it asks for; its object is the endpoint.',
    'The answer is the delivery before its first try: ask `findWebhookDeliveries` for its `event_id` what became of it. The event is in no list of events.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: webhookDelivery,
  problems: ['not_found'],
})
