import { z } from 'zod'
import { eventTypes } from './event.ts'
import { idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'
import { filledText, text } from './text.ts'

/** The reasons why a webhook endpoint is disabled. */
const disabledReasons = ['merchant', 'failing', 'gone'] as const

/** The types of events that an endpoint receives: individual types, or `*` alone for all types. */
const webhookEventTypes = z
  .array(z.enum(['*', ...eventTypes]))
  .min(1)
  .max(eventTypes.length)
  .refine((types) => !types.includes('*') || types.length === 1, 'must be ["*"] alone, or types without *')
  .describe('Types of events that are sent to it; `["*"]`: all, those of later versions too.')

/** Whether an endpoint receives all events in parallel, or events about the same object one after another. */
const webhookModes = ['parallel', 'ordered'] as const

/** Whether an endpoint receives whole events or only their ids. */
const webhookPayloads = ['full', 'thin'] as const

const webhookMode = z
  .enum(webhookModes)
  .describe(
    '`parallel`: events are sent as they happen, several at a time, so they may come out of order. `ordered`: those of one subscription, else of one payment, else of one customer or payment method, are sent one after the other; one that fails holds up the later ones of its subject, and no others, until it has arrived or is given up.',
  )

const webhookPayload = z
  .enum(webhookPayloads)
  .describe(
    '`full`: events are sent as `findEvents` shows them. `thin`: only `id`, `type`, `created_at` and the id of the object, which you then read.',
  )

/** The members of an endpoint that a merchant can set. */
export const webhookEndpointInput = {
  url: filledText(2048).describe(
    'Where events are sent by POST: an `https` address without user name, password and fragment. A sandbox also takes `http`.',
  ),
  description: text(500).nullable().describe('Your own words for it; null: none.'),
  event_types: webhookEventTypes,
  mode: webhookMode,
  payload: webhookPayload,
}

/** An address at which a merchant receives events. */
export const webhookEndpoint = z
  .strictObject({
    id: idOf('we').describe('Identifier of the endpoint.'),
    url: z.string().describe('Where events are sent by POST.'),
    description: nullableText.describe('Your own words for it; null if you gave none.'),
    event_types: z
      .array(z.string())
      .describe('Types of events that are sent to it; `["*"]`: all, those of later versions too.'),
    mode: webhookMode,
    payload: webhookPayload,
    enabled: z.boolean().describe('Whether events are sent to it.'),
    disabled_reason: z
      .enum(disabledReasons)
      .nullable()
      .describe(
        '`merchant`: you disabled it. `failing`: nothing arrived for five days. `gone`: it answered 410. null while it is enabled.',
      ),
    failing_since: nullableTimestamp.describe(
      'Since when nothing has arrived, by the wall clock; null while deliveries succeed.',
    ),
    events_behind: z
      .int()
      .min(0)
      .max(1000)
      .describe('How many events it has not been sent yet, of whatever type; 1000 if there are more.'),
    created_at: timestamp.describe('When the endpoint was created, by the billing clock.'),
    updated_at: timestamp.describe('When you changed it last, by the billing clock.'),
  })
  .meta({
    id: 'WebhookEndpoint',
    description:
      'A URL that receives events. Each event is sent until the endpoint accepts it, so it arrives at least once.',
  })

/** An address at which a merchant receives events. */
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

/** An endpoint, with the secret that signs its deliveries. */
export const webhookEndpointWithSecret = z
  .strictObject({
    ...webhookEndpoint.shape,
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]+=*$/)
      .describe(
        'Secret that signs deliveries. Only the answers to creating and rotating contain it, also when the request is repeated under its `Idempotency-Key`. Keep it like a password.',
      ),
  })
  .meta({ id: 'WebhookEndpointWithSecret', description: 'An endpoint with its secret, which no other answer shows.' })

/** An endpoint, with the secret that signs its deliveries. */
export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecret>
