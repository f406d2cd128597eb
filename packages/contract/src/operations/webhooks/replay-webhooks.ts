import { z } from 'zod'
import { timestampInput, timestampInputOfEnd } from '../../resources/fields.ts'
import { operation } from '../parts/operation.ts'
import { idParam, none } from '../parts/common-parts.ts'

/** Sends past events to an endpoint again: all events of a time span, or those whose delivery failed. */
export const replayWebhooks = operation({
  name: 'replayWebhooks',
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
  query: none,
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
