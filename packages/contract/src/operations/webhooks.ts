import { z } from 'zod'
import { idInput, timestampInput, timestampInputOfEnd } from '../resources/fields.ts'
import { listOf } from '../resources/list.ts'
import { deliveryStatuses, webhookDelivery } from '../resources/webhook-delivery.ts'
import { webhookEndpoint, webhookEndpointInput, webhookEndpointWithSecret } from '../resources/webhook-endpoint.ts'
import { filtersByStatus, filtersByCreatedAt, pageQuery } from './parts/list-query.ts'
import { idParam, operation } from './parts/operation.ts'

/** Creates a webhook endpoint, which receives events from now on. */
export const createWebhookEndpoint = operation({
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Create a webhook endpoint',
  description: [
    'Registers an address of yours. From now on, every event is sent there by `POST`, as `findEvents` shows it.',
    'An event counts as delivered when your server answers with a status from 200 to 299 within 15 seconds; else it is sent again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours. It may arrive twice, and out of order unless `mode` is `ordered`: recognise it by its id. Deliveries are signed as [Standard Webhooks](https://www.standardwebhooks.com) says; `verifyWebhook` of the client checks that. The answer shows the `secret` once.',
    'In `ordered` mode, an event whose last try failed is given up. The next event of its subject carries the header `webhook-gap` with the ids of at most ten missing events. A payment that begins a subscription is a subject of its own until the subscription exists.',
    'Redirects are not followed, and addresses of private networks are refused when events are sent. At most 50 endpoints.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
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

/** Returns one webhook endpoint. */
export const findWebhookEndpoint = operation({
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
  answer: webhookEndpoint,
  problems: ['not_found'],
})

/** Lists webhook endpoints. */
export const findWebhookEndpoints = operation({
  method: 'GET',
  path: '/webhook-endpoints',
  summary: 'Find webhook endpoints',
  description: ['Lists webhook endpoints, latest first, the disabled ones too.', 'Secrets are not shown.'],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'read' },
  query: z.strictObject({ ...pageQuery, ...filtersByCreatedAt }),
  answer: listOf(webhookEndpoint),
})

/** Changes, disables or enables a webhook endpoint. */
export const updateWebhookEndpoint = operation({
  method: 'PATCH',
  path: '/webhook-endpoints/{id}',
  summary: 'Update a webhook endpoint',
  description: [
    'Changes an endpoint: its URL, description, event types, mode or payload. Disables it or enables it again.',
    'A disabled endpoint receives nothing, and no event is lost: `resume_from` says whether the endpoint continues `where_it_stopped`, or with the events from `now` on. If the server has dropped events meanwhile that the endpoint had not received, `where_it_stopped` is answered with `cursor_expired` and changes nothing.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  body: z
    .strictObject({
      url: webhookEndpointInput.url.optional(),
      description: webhookEndpointInput.description.optional(),
      event_types: webhookEndpointInput.event_types.optional(),
      mode: webhookEndpointInput.mode.optional(),
      payload: webhookEndpointInput.payload.optional(),
      enabled: z.boolean().optional().describe('false: send it nothing. true: send it events again.'),
      resume_from: z
        .enum(['now', 'where_it_stopped'])
        .optional()
        .describe(
          'At which event the endpoint continues; required with `enabled: true`. `now`: the server sends no event that was recorded before this request, and the pending deliveries fail, even if the endpoint is already enabled.',
        ),
    })
    .superRefine(({ enabled, resume_from: resumeFrom }, context) => {
      if (enabled === true && resumeFrom === undefined)
        context.addIssue({
          code: 'custom',
          path: ['resume_from'],
          message: 'is required with enabled: true',
          input: resumeFrom,
        })
      if (enabled !== true && resumeFrom !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['resume_from'],
          message: 'is only for enabled: true',
          input: resumeFrom,
        })
    }),
  answer: webhookEndpoint,
  problems: ['not_found', 'cursor_expired'],
})

/** Deletes a webhook endpoint with its secret and its deliveries. */
export const deleteWebhookEndpoint = operation({
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
  answer: webhookEndpoint,
  problems: ['not_found'],
})

/** Creates a new secret for a webhook endpoint; the old one stays valid for a day. */
export const rotateWebhookSecret = operation({
  method: 'POST',
  path: '/webhook-endpoints/{id}/rotate-secret',
  summary: 'Rotate a webhook secret',
  description: [
    'Gives an endpoint another secret, which the answer shows once.',
    'For 24 hours deliveries are signed with both, so that nothing is refused while you bring the new one to your servers. Rotating again within that time ends the older of the two.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  answer: webhookEndpointWithSecret,
  problems: ['not_found'],
})

/** Sends an endpoint a test event. */
export const testWebhookEndpoint = operation({
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
  answer: webhookDelivery,
  problems: ['not_found'],
})

/** Sends past events to an endpoint again: all events of a time span, or those whose delivery failed. */
export const replayWebhooks = operation({
  method: 'POST',
  path: '/webhook-endpoints/{id}/replay',
  summary: 'Replay webhooks',
  description: [
    'Sends an endpoint events of the past once more: those of a time, whatever became of them, or all deliveries that `failed`.',
    'Each carries the same `webhook-id` as before, and only types that the endpoint asks for are sent. What it has not been sent yet comes by itself. At most 10,000 events at a time: take a shorter time, or ask again.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  body: z
    .strictObject({
      from: timestampInput.optional().describe('Events that were made at this instant or later, by the billing clock.'),
      to: timestampInputOfEnd
        .optional()
        .describe(
          'With `from`: those that were made at this instant or earlier, a date alone being the end of that day in UTC. Absent: all since.',
        ),
      failed: z.literal(true).optional().describe('true: all deliveries that failed, instead of a time.'),
    })
    .superRefine(({ from, to, failed }, context) => {
      if ((from === undefined) === (failed === undefined))
        context.addIssue({
          code: 'custom',
          path: ['from'],
          message: 'is required, or failed: true instead',
          input: from,
        })
      if (from === undefined && to !== undefined)
        context.addIssue({ code: 'custom', path: ['to'], message: 'is only for from', input: to })
    }),
  answer: z.strictObject({
    replayed: z.int().min(0).describe('How many events are sent once more.'),
  }),
  problems: ['not_found', 'limit_reached'],
})

/** Lists deliveries of events to webhook endpoints, with the endpoints' answers. */
export const findWebhookDeliveries = operation({
  method: 'GET',
  path: '/webhook-deliveries',
  summary: 'Find webhook deliveries',
  description: [
    'Lists deliveries, latest first, with each try and what your server answered.',
    'An event that an endpoint has not been sent yet is in no list: `events_behind` of the endpoint counts those. Deliveries are kept for 30 days, and longer while they are pending.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'read' },
  query: z.strictObject({
    ...pageQuery,
    ...filtersByCreatedAt,
    endpoint_id: idInput.optional().describe('Only deliveries to this endpoint.'),
    event_id: idInput.optional().describe('Only deliveries of this event.'),
    ...filtersByStatus('deliveries', deliveryStatuses),
  }),
  answer: listOf(webhookDelivery),
})

/** Sends an event to an endpoint again. */
export const redeliverWebhook = operation({
  method: 'POST',
  path: '/webhook-deliveries/{id}/redeliver',
  summary: 'Redeliver a webhook',
  description: [
    'Sends the event of a delivery once more, whatever became of it before, and again until it has arrived as if it were new.',
    'It carries the same `webhook-id`. While its endpoint is disabled or fails it waits. In `ordered` mode it goes behind what is pending before it, and later events of its subject wait for it.',
  ],
  callers: ['merchant'],
  scope: { resource: 'webhooks', access: 'write' },
  params: idParam,
  answer: webhookDelivery,
  problems: ['not_found'],
})
