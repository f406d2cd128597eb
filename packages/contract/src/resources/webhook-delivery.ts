import { z } from 'zod'
import { idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'

/** The statuses of a delivery. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** The delivery of one event to one endpoint. */
export const webhookDelivery = z
  .strictObject({
    id: idOf('wd').describe('Identifier of the delivery.'),
    endpoint_id: idOf('we').describe('Identifier of the endpoint.'),
    event_id: idOf('evt').describe('Identifier of the event; each try carries it as `webhook-id`.'),
    event_type: z.string().describe('Type of the event.'),
    status: z
      .enum(deliveryStatuses)
      .describe(
        '`pending`: it will be tried, again or at all. `delivered`: it has arrived. `failed`: it is not tried any more.',
      ),
    attempts: z
      .array(
        z.strictObject({
          at: timestamp.describe('When it was tried, by the wall clock.'),
          response_status: z.int().nullable().describe('HTTP status of the answer; null if there was none.'),
          response_body: nullableText.describe('The first 2 kB of the answer; null if there was none.'),
          error: nullableText.describe('Why it counts as failed, in English; null if it has arrived.'),
        }),
      )
      .describe('Its tries so far, the first one first.'),
    next_attempt_at: nullableTimestamp.describe(
      'When it is sent next, by the wall clock; null if it will not be. The delivery waits while its endpoint fails or is disabled. If the endpoint is ordered, the delivery also waits for earlier events of its subject.',
    ),
    created_at: timestamp.describe('When it was tried first or asked for, by the billing clock.'),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'One event that is sent to one endpoint. It is kept for 30 days, and longer while it is pending.',
  })

/** The delivery of one event to one endpoint. */
export type WebhookDelivery = z.infer<typeof webhookDelivery>
