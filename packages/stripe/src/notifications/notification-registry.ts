import type { NotificationRegistry } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { examinationClientOf } from '../connection/examination-client-of.ts'
import { explainErrors } from '../connection/explain-errors.ts'
import { queriedEventTypes } from './event-types.ts'

/** The metadata key of an endpoint that holds the id of its connection. */
const connectionEntry = 'billing_checkout_connection'

/** Webhook endpoints at Stripe, one for each connection. Stripe reveals an endpoint's secret only when it is created. */
export const notificationRegistry: NotificationRegistry = {
  register: (given, { connection, url }) =>
    explainErrors('Webhook Endpoints', async () => {
      const { id, secret } = await examinationClientOf(given).webhookEndpoints.create({
        url,
        enabled_events: [...queriedEventTypes],
        api_version: Stripe.API_VERSION,
        description: 'Tells billing-checkout what to ask about.',
        metadata: { [connectionEntry]: connection },
      })
      if (secret === undefined) throw new Error(`Stripe does not tell the secret of the endpoint ${id}.`)
      return { id, secret }
    }),
  examine: (given, { id, url }) =>
    explainErrors('Webhook Endpoints', async () => {
      const endpoint = await find(examinationClientOf(given), id)
      return endpoint === undefined ? `The endpoint ${id} is not there any more.` : troubleOf(endpoint, url)
    }),
  keepOnly: (given, connection, id) =>
    explainErrors('Webhook Endpoints', async () => {
      const client = examinationClientOf(given)
      for await (const endpoint of client.webhookEndpoints.list({ limit: 100 }))
        if (endpoint.metadata[connectionEntry] === connection && endpoint.id !== id)
          await client.webhookEndpoints.del(endpoint.id).catch(ignoreMissing)
    }),
}

const find = (client: Stripe, id: string): Promise<Stripe.WebhookEndpoint | undefined> =>
  client.webhookEndpoints.retrieve(id).catch(ignoreMissing)

/** A missing endpoint is no error, because the merchant may have deleted it in the dashboard. */
const ignoreMissing = (error: unknown): undefined => {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined
  throw error
}

const troubleOf = (endpoint: Stripe.WebhookEndpoint, url: string): string | null => {
  const { id, status, url: at, api_version: version, enabled_events: types } = endpoint
  if (at !== url) return `The endpoint ${id} sends to ${at}.`
  if (status !== 'enabled') return `Stripe has disabled the endpoint ${id}.`
  if (version !== Stripe.API_VERSION) return `The endpoint ${id} speaks the interface of ${version ?? 'the account'}.`
  const missing = queriedEventTypes.filter((type) => !types.includes(type) && !types.includes('*'))
  return missing.length === 0 ? null : `The endpoint ${id} sends no ${missing.join(', ')}.`
}
