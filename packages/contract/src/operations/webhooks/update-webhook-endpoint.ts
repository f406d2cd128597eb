import { z } from 'zod'
import { webhookEndpoint, webhookEndpointInput } from '../../resources/webhook-endpoint.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Changes, disables or enables a webhook endpoint. */
export const updateWebhookEndpoint = operation({
  name: 'updateWebhookEndpoint',
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
  query: none,
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
