import { webhookEndpoint } from '../../resources/webhook-endpoint.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Deletes a webhook endpoint with its secret and its deliveries. */
export const deleteWebhookEndpoint = operation({
  name: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/webhook-endpoints/{id}',
  summary: 'Delete a webhook endpoint',
  description: [
    'Deletes a webhook endpoint with its secret and its deliveries, and answers what it was.',
    'What is just being sent may still arrive. It cannot be undone.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: webhookEndpoint,
  problems: ['not_found'],
})
