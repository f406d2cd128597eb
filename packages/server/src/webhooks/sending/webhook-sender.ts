import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import type { Billing } from '../../billing/billing.ts'
import { inSpan, type SpanBeginning } from '../../logging/tracing.ts'
import { troubleOf } from '../../store/engine/errors/database-trouble.ts'
import { lastCommittedSequence } from '../../store/events/last-committed-sequence.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import { deferEndpoint } from './defer-endpoint.ts'
import { endpointAddresses } from '../endpoints/endpoint-addresses.ts'
import { guardedAgent } from '../outgoing/guarded-agent.ts'
import { readBatch } from './read-batch.ts'
import { recordBatch } from './record-batch.ts'
import { type Outgoing, sendBatch } from './send-batch.ts'
import { takeDueEndpoints } from './take-due-endpoints.ts'

/** Sends events to the endpoints of all organizations. */
export interface WebhookSender {
  /** Begins to send to every endpoint that has something to be sent, each apart from the others, and waits for none of them. */
  begin(): Promise<void>
  /** Waits until everything that was begun is written down. */
  finish(): Promise<void>
  /**
   * Begins nothing more, waits briefly for answers, breaks off the remaining requests, and closes all connections. The next sender sends
   * again what was broken off.
   */
  close(): Promise<void>
}

/** How a sender works by default. */
export interface SenderOptions {
  /** Makes the connections; by default only to addresses that this server allows. */
  readonly agent?: Dispatcher
  /** Milliseconds to wait for outstanding answers when the sender stops. */
  readonly graceMillis?: number
}

/** How many endpoints this process sends to at a time. */
const endpointsMax = 64
const graceMillisUsual = 3000

/** A sender of webhooks. */
export const createWebhookSender = (
  billing: Billing,
  { agent = guardedAgent(endpointAddresses(billing)), graceMillis = graceMillisUsual }: SenderOptions = {},
): WebhookSender => {
  const running = new Set<Promise<void>>()
  const [ending, cutOff] = [new AbortController(), new AbortController()]
  const outgoing: Outgoing = { agent, ending: ending.signal, cutOff: cutOff.signal }
  const finish = async () => {
    await Promise.all(running)
  }
  const begin = async () => {
    if (running.size >= endpointsMax || ending.signal.aborted) return
    const due = await takeDueEndpoints(billing, endpointsMax - running.size)
    // One look at the end of the log serves all endpoints of an organization.
    const ends = new Map<string, Promise<number>>()
    for (const endpoint of due) {
      const { organizationId } = endpoint
      const end = ends.get(organizationId) ?? lastCommittedSequence(inOrganization(billing.database, organizationId))
      ends.set(organizationId, end)
      const one = serve(billing, outgoing, endpoint, end).finally(() => running.delete(one))
      running.add(one)
    }
  }
  // The running batches must not be counted while another call takes more.
  let lastBegun = Promise.resolve()
  return {
    begin() {
      const begun = lastBegun.then(begin)
      lastBegun = begun.catch(() => {})
      return begun
    },
    finish,
    async close() {
      ending.abort()
      await lastBegun
      const done = new AbortController()
      const grace = wait(graceMillis, undefined, { signal: done.signal })
        .then(() => cutOff.abort())
        .catch(() => {})
      await finish()
      done.abort()
      await grace
      await agent.close()
    },
  }
}

/** Sends one batch to an endpoint. If tracing is on, the batch gets its own trace, because it belongs to many requests. */
const serve = (
  billing: Billing,
  outgoing: Outgoing,
  endpoint: WebhookEndpointRow,
  end: Promise<number>,
): Promise<void> =>
  billing.tracing === undefined
    ? sendAndRecord(billing, outgoing, endpoint, end)
    : inSpan(billing.tracing, spanOf(endpoint), () => sendAndRecord(billing, outgoing, endpoint, end))

const spanOf = ({ id, organizationId }: WebhookEndpointRow): SpanBeginning => ({
  name: 'webhook batch',
  kind: 'internal',
  attributes: { 'billing_checkout.webhook_endpoint.id': id, 'billing_checkout.organization.id': organizationId },
  parent: 'none',
})

/** What fails here is done again later. */
const sendAndRecord = async (
  billing: Billing,
  outgoing: Outgoing,
  endpoint: WebhookEndpointRow,
  end: Promise<number>,
): Promise<void> => {
  try {
    const db = inOrganization(billing.database, endpoint.organizationId)
    const batch = await readBatch(db, endpoint, { until: await end, wall: billing.wallClock() })
    const sent = await sendBatch(billing, outgoing, endpoint, batch.messages)
    await recordBatch(billing, endpoint, batch, sent)
  } catch (error) {
    // Where the database is to blame nothing is wrong with the endpoint: another server has it when the lease has run out.
    if (troubleOf(error) === undefined) await deferEndpoint(billing, endpoint, error)
  }
}
