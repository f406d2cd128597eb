import { type EndpointHealth, healthAfter, healthy, type Timestamp } from '@billing-checkout/domain'
import type { Dispatcher } from 'undici'
import type { Billing } from '../billing/billing.ts'
import type { WebhookEndpointRow } from '../store/rows.ts'
import type { WebhookAttempt } from '../store/schema/webhooks.ts'
import { type PostOutcome, postWebhook } from './outgoing/post-webhook.ts'
import type { Message } from './read-batch.ts'
import { validSecrets } from './secrets.ts'
import { signatureHeaders } from './sign.ts'

/** A message that was tried, and what came of it. */
export interface Try {
  readonly message: Message
  readonly attempt: WebhookAttempt
  readonly arrived: boolean
  readonly retryAfterSeconds: number | undefined
}

/** What became of a batch. */
export interface SentBatch {
  readonly tries: readonly Try[]
  /** Messages that were not tried, because the endpoint failed too often or the batch took too long; a later batch has them. */
  readonly left: readonly Message[]
  readonly health: EndpointHealth
  /** Whether the endpoint answered that it is gone for good. */
  readonly isGone: boolean
}

/** How many messages are on their way to one endpoint at a time. */
const lanes = 8
/** A batch begins no try after this, so that its lease outlives it. */
const batchMillis = 20_000

/** Sends messages in their order, several at a time, for as long as the endpoint takes them. */
export const sendBatch = async (
  billing: Billing,
  agent: Dispatcher,
  endpoint: WebhookEndpointRow,
  messages: readonly Message[],
): Promise<SentBatch> => {
  const queue = [...messages]
  const tries: Try[] = []
  let isGone = false
  const isProbe = endpoint.probeAt !== null
  let health: EndpointHealth = endpoint
  const endsAt = performance.now() + batchMillis
  const mayGoOn = () => !isGone && (isProbe || health.probeAt === null) && performance.now() < endsAt
  const send = async () => {
    for (let next = queue.shift(); next !== undefined; next = mayGoOn() ? queue.shift() : undefined) {
      const at = billing.wallClock()
      const outcome = await post(billing, agent, { endpoint, message: next, at })
      tries.push(tryOf(next, at, outcome))
      isGone ||= outcome.status === 410
      // What is missing here says nothing about the endpoint.
      if (next.event !== undefined)
        health = healthAfter(health, { arrived: outcome.arrived, at, chance: Math.random() })
    }
  }
  await Promise.all(Array.from({ length: isProbe ? 1 : lanes }, send))
  const { failures, failingSince, probeAt } = health.failures === 0 ? healthy : health
  return { tries, left: queue, health: { failures, failingSince, probeAt }, isGone }
}

const post = async (
  billing: Billing,
  agent: Dispatcher,
  {
    endpoint,
    message: { event, eventId },
    at,
  }: { readonly endpoint: WebhookEndpointRow; readonly message: Message; readonly at: Timestamp },
): Promise<PostOutcome> => {
  if (event === undefined)
    return { arrived: false, status: null, body: null, error: 'The event is not stored any more.' }
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.parse(at) / 1000)
  const headers = signatureHeaders({ id: eventId, timestamp, body }, validSecrets(billing.webhookKey, endpoint, at))
  return postWebhook(endpoint.url, { body, headers, agent })
}

const tryOf = (
  message: Message,
  at: Timestamp,
  { arrived, status, body, error, retryAfterSeconds }: PostOutcome,
): Try => ({
  message,
  attempt: { at, response_status: status, response_body: body, error },
  arrived,
  retryAfterSeconds,
})
