import { z } from 'zod'
import { webhookEndpoint, webhookEndpointInput } from '../../resources/webhook-endpoint.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Changes a webhook endpoint, disables it or enables it again. */
export const updateWebhookEndpoint = operation({
  name: 'updateWebhookEndpoint',
  method: 'PATCH',
  path: '/webhook-endpoints/{id}',
  summary: 'Update a webhook endpoint',
  description: [
    'Changes where and what of events is sent, disables the endpoint or enables it again.',
    'A disabled endpoint is sent nothing, and no event is lost: whoever enables it says with `resume_from` whether it goes on `where_it_stopped`, or with what happens from `now` on. Where the server has dropped events meanwhile that the endpoint was not sent, `where_it_stopped` is answered with `cursor_expired` and changes nothing.',
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
          'Where the endpoint goes on; needed with `enabled: true`. `now`: what it was not sent yet is not sent, and its pending deliveries fail, also where it is enabled already.',
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
