import { webhookEndpointWithSecret } from '../../resources/webhook-endpoint.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Creates a new secret for a webhook endpoint; the old one stays valid for a day. */
export const rotateWebhookSecret = operation({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhook-endpoints/{id}/rotate-secret',
  summary: 'Rotate a webhook secret',
  description: [
    'Gives an endpoint another secret, which the answer shows, this once.',
    'For 24 hours deliveries are signed with both, so that nothing is refused while you bring the new one to your servers. Rotating again within that time ends the older of the two.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  query: none,
  body: null,
  answer: webhookEndpointWithSecret,
  problems: ['not_found'],
})
