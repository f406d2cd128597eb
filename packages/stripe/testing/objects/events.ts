import { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../books.ts'
import { missingObjectError } from '../http/refusal.ts'
import { metadataOf, type Params, refuseUnknownParams, textParam, textListParam } from '../http/read-form.ts'

/** Records an event with a copy of its object as it is now. */
export const recordEvent = (books: Books, type: Stripe.Event.Type, object: object): void => {
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: Stripe.API_VERSION,
    created: nowOf(books),
    data: { object: structuredClone(object) },
    livemode: books.livemode,
    pending_webhooks: books.webhookEndpoints.size,
    request: null,
    type,
  } satisfies Stripe.EventBase
  // TypeScript cannot check that the object has the class that the type of event requires.
  books.events.set(event.id, event as Stripe.Event)
}

/** `GET /v1/events/:id` */
export const retrieveEvent = (books: Books, _: Params, id: string): Stripe.Event => {
  const event = books.events.get(id)
  if (event === undefined) throw missingObjectError('event', id)
  return event
}

const known = [
  'url',
  'enabled_events',
  'api_version',
  'description',
  'metadata',
] as const satisfies readonly (keyof Stripe.WebhookEndpointCreateParams)[]

/** `POST /v1/webhook_endpoints`: the only answer that contains the secret. */
export const createWebhookEndpoint = (books: Books, params: Params): Stripe.WebhookEndpoint => {
  refuseUnknownParams(params, known)
  const endpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: textParam(params, 'api_version') ?? null,
    application: null,
    created: nowOf(books),
    description: textParam(params, 'description') ?? null,
    enabled_events: [...(textListParam(params, 'enabled_events') ?? [])],
    livemode: books.livemode,
    metadata: metadataOf(params),
    secret: newId('whsec'),
    status: 'enabled',
    url: textParam(params, 'url') ?? '',
  } satisfies Stripe.WebhookEndpoint
  books.webhookEndpoints.set(endpoint.id, endpoint)
  return endpoint
}

/** An endpoint without its secret, which only the answer to its creation has. */
export const withoutSecret = (endpoint: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint => {
  const { secret: _, ...shown } = endpoint
  return shown
}

/** `GET /v1/webhook_endpoints/:id` */
export const retrieveWebhookEndpoint = (books: Books, _: Params, id: string): Stripe.WebhookEndpoint => {
  const endpoint = books.webhookEndpoints.get(id)
  if (endpoint === undefined) throw missingObjectError('webhook endpoint', id)
  return withoutSecret(endpoint)
}

/** `DELETE /v1/webhook_endpoints/:id` */
export const deleteWebhookEndpoint = (books: Books, _: Params, id: string): Stripe.DeletedWebhookEndpoint => {
  if (!books.webhookEndpoints.delete(id)) throw missingObjectError('webhook endpoint', id)
  return { id, object: 'webhook_endpoint', deleted: true }
}
