import { type EndpointHealth, healthAfter, healthyEndpoint, type Timestamp } from '@billing-checkout/domain'
import type { Dispatcher } from 'undici'
import type { Billing } from '../../billing/billing.ts'
import { runInSpan, type SpanBeginning, type SpanEnd } from '../../logging/tracing.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import type { WebhookAttempt } from '../../store/schema/webhooks.ts'
import { hasBody, type WebhookMessage } from '../messages/message.ts'
import { type PostOutcome, postWebhook } from '../outgoing/post-webhook.ts'
import { validSecrets } from '../signing/secrets.ts'
import { signatureHeaders } from '../signing/signature-headers.ts'

/** An attempted message, and the result. */
export interface AttemptedMessage {
  readonly message: WebhookMessage
  readonly attempt: WebhookAttempt
  readonly arrived: boolean
  readonly retryAfterSeconds: number | undefined
}

/** The results of a batch. */
export interface SentBatch {
  readonly tries: readonly AttemptedMessage[]
  /**
   * Messages without a result, because an earlier message with the same key failed, or the batch ended early: the endpoint is gone or
   * failed too often, the time was up, or the sender stopped. A later batch contains them.
   */
  readonly unsent: readonly WebhookMessage[]
  readonly health: EndpointHealth
  /** Whether the endpoint answered that it no longer exists. */
  readonly isGone: boolean
}

/** How a batch is sent: its connections, and the signals that end it. */
export interface BatchTransport {
  readonly agent: Dispatcher
  /** Once this is aborted, no further attempt starts. */
  readonly stopSignal?: AbortSignal
  /** Aborts the requests in flight. */
  readonly abortSignal?: AbortSignal
}

/** The largest number of messages that are in flight to one endpoint. */
const parallelMax = 8
/** Milliseconds after which a batch starts no further attempt, so that the batch ends before its lease. */
const batchMillis = 20_000

/** Sends messages until the batch has to end (see `unsent`): several chains at a time, and the messages of a chain one after the other. */
export const sendBatch = async (
  billing: Billing,
  outgoing: BatchTransport,
  endpoint: WebhookEndpointRow,
  messages: readonly WebhookMessage[],
): Promise<SentBatch> => {
  const queue = chainsOf(messages, endpoint.mode)
  const tries: AttemptedMessage[] = []
  const unsent: WebhookMessage[] = []
  let isGone = false
  const isProbe = endpoint.probeAt !== null
  let health: EndpointHealth = endpoint
  const endsAt = performance.now() + batchMillis
  const { stopSignal, abortSignal } = outgoing
  const mayContinue = () =>
    !isGone && !stopSignal?.aborted && (isProbe || health.probeAt === null) && performance.now() < endsAt
  const send = async (message: WebhookMessage): Promise<boolean> => {
    const at = billing.wallClock()
    const outcome = await post(billing, outgoing, { endpoint, message, at })
    if (abortSignal?.aborted && outcome.status === null) {
      unsent.push(message)
      return false
    }
    tries.push(tryOf(message, at, outcome))
    isGone ||= outcome.status === 410
    // A message without a body was not sent, so it counts neither for nor against the endpoint.
    if (hasBody(message)) health = healthAfter(health, { arrived: outcome.arrived, at, chance: Math.random() })
    return outcome.arrived
  }
  const sendChain = async (chain: readonly WebhookMessage[]): Promise<void> => {
    for (const [index, message] of chain.entries()) {
      if ((await send(message)) && mayContinue()) continue
      unsent.push(...chain.slice(index + 1))
      return
    }
  }
  const sendChains = async () => {
    for (let next = queue.shift(); next !== undefined; next = mayContinue() ? queue.shift() : undefined)
      await sendChain(next)
  }
  await Promise.all(Array.from({ length: isProbe ? 1 : parallelMax }, sendChains))
  const { failures, failingSince, probeAt } = health.failures === 0 ? healthyEndpoint : health
  return { tries, unsent: [...unsent, ...queue.flat()], health: { failures, failingSince, probeAt }, isGone }
}

/**
 * Groups messages into chains that may be sent in parallel. The messages of a chain are sent one after the other, in the order of the list.
 */
const chainsOf = (messages: readonly WebhookMessage[], mode: 'parallel' | 'ordered'): WebhookMessage[][] => {
  if (mode === 'parallel') return messages.map((message) => [message])
  const chains = Map.groupBy(messages, ({ orderKey }) => orderKey)
  const withoutKey = chains.get(null) ?? []
  chains.delete(null)
  return [...chains.values(), ...withoutKey.map((message) => [message])]
}

const post = async (
  billing: Billing,
  { agent, abortSignal }: BatchTransport,
  { endpoint, message, at }: Posting,
): Promise<PostOutcome> => {
  const { body, eventId, gap } = message
  if (!('text' in body)) {
    if (body.error !== undefined)
      billing.logger.error({ endpoint: endpoint.id, event: eventId, err: body.error }, 'an event cannot be presented')
    return { arrived: false, status: null, body: null, error: body.missing }
  }
  const timestamp = Math.floor(Date.parse(at) / 1000)
  const secrets = validSecrets(billing.webhookKey, endpoint, at)
  const signed = signatureHeaders({ id: eventId, timestamp, body: body.text }, secrets)
  const headers = gap.length === 0 ? signed : { ...signed, 'webhook-gap': gap.join(',') }
  const posted = { body: body.text, headers, agent, ...(abortSignal && { signal: abortSignal }) }
  if (billing.tracing === undefined) return postWebhook(endpoint.url, posted)
  return runInSpan(billing.tracing, spanOf(endpoint, message), () => postWebhook(endpoint.url, posted), endOf)
}

interface Posting {
  readonly endpoint: WebhookEndpointRow
  readonly message: WebhookMessage
  readonly at: Timestamp
}

/**
 * The span of a delivery. It contains neither the URL's path nor any part of the answer, because both may be confidential to the merchant.
 */
const spanOf = ({ id, url }: WebhookEndpointRow, { eventId, eventType }: WebhookMessage): SpanBeginning => {
  const { hostname, port, protocol } = new URL(url)
  return {
    name: 'POST',
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      'billing_checkout.webhook_endpoint.id': id,
      'billing_checkout.event.id': eventId,
      'billing_checkout.event.type': eventType,
    },
  }
}

const endOf = ({ arrived, status }: PostOutcome): SpanEnd => ({
  attributes: { 'http.response.status_code': status ?? undefined },
  failure: arrived ? undefined : String(status ?? 'unanswered'),
})

const tryOf = (
  message: WebhookMessage,
  at: Timestamp,
  { arrived, status, body, error, retryAfterSeconds }: PostOutcome,
): AttemptedMessage => ({
  message,
  attempt: { at, response_status: status, response_body: body, error },
  arrived,
  retryAfterSeconds,
})
