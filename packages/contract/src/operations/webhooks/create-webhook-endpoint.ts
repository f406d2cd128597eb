import { z } from 'zod'
import { webhookEndpointInput, webhookEndpointWithSecret } from '../../resources/webhook-endpoint.ts'
import { operation } from '../parts/operation.ts'
import { none } from '../parts/common-parts.ts'

/** Creates a webhook endpoint, which receives events from now on. */
export const createWebhookEndpoint = operation({
  name: 'createWebhookEndpoint',
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description: [
    'Tells an address of yours of every event from now on, as `findEvents` shows it, by `POST`.',
    'An event counts as delivered when your server answers with a status from 200 to 299 within 15 seconds; else it is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours. It may come twice, and unless `mode` is `ordered` out of order: know it by its id. Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com) says; `verifyWebhook` of the client checks that. The answer shows the `secret`, this once.',
    'In `ordered` mode an event that was sent for the last time in vain is passed over, and the next one of its subject carries the header `webhook-gap` with the ids of those that are missing, at most ten. A payment that begins a subscription is a subject of its own until the subscription exists.',
    'Redirects are not followed, and addresses of private networks are refused when events are sent. At most 50 endpoints.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: none,
  query: none,
  body: z.strictObject({
    url: webhookEndpointInput.url,
    description: webhookEndpointInput.description.optional(),
    event_types: webhookEndpointInput.event_types.optional(),
    mode: webhookEndpointInput.mode.optional(),
    payload: webhookEndpointInput.payload.optional(),
  }),
  answer: webhookEndpointWithSecret,
  problems: ['not_found', 'limit_reached'],
})
