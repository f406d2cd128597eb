import { setTimeout as wait } from 'node:timers/promises'
import { databaseTroubleOf } from '@billing-checkout/database/errors'
import type { Dispatcher } from 'undici'
import type { Billing } from '../../billing/billing.ts'
import { runInSpan, type SpanBeginning } from '../../logging/tracing.ts'
import { lastCommittedSequence } from '../../store/events/last-committed-sequence.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import { endpointAddresses } from '../outgoing/address-guard.ts'
import { guardedAgent } from '../outgoing/guarded-agent.ts'
import { deferEndpoint } from './defer-endpoint.ts'
import { readBatch } from './read-batch.ts'
import { recordBatch } from './record-batch.ts'
import { type BatchTransport, sendBatch } from './send-batch.ts'
import { leaseDueEndpoints } from './lease-due-endpoints.ts'

/** Sends events to the endpoints of all organizations. */
export interface WebhookSender {
  /** Starts batches for endpoints that have something to send, and does not wait for the results. At most 64 batches run at a time. */
  begin(): Promise<void>
  /** Waits until the results of all running batches are recorded. */
  finish(): Promise<void>
  /**
   * Starts nothing more, waits briefly for answers, aborts the remaining requests, and closes all connections. The next sender repeats the
   * aborted requests.
   */
  close(): Promise<void>
}

/** Options of a sender. */
export interface SenderOptions {
  /** Makes the connections; by default, only to addresses that this server allows. */
  readonly agent?: Dispatcher
  /** Milliseconds to wait for outstanding answers when the sender stops. */
  readonly graceMillis?: number
}

/** The largest number of endpoints to which this process sends at a time. */
const endpointsMax = 64
const graceMillisUsual = 3000

/** Creates a sender of webhooks. */
export const createWebhookSender = (
  billing: Billing,
  { agent = guardedAgent(endpointAddresses(billing)), graceMillis = graceMillisUsual }: SenderOptions = {},
): WebhookSender => {
  const running = new Set<Promise<void>>()
  const [ending, cutOff] = [new AbortController(), new AbortController()]
  const outgoing: BatchTransport = { agent, stopSignal: ending.signal, abortSignal: cutOff.signal }
  const finish = async () => {
    await Promise.all(running)
  }
  const begin = async () => {
    if (running.size >= endpointsMax || ending.signal.aborted) return
    const due = await leaseDueEndpoints(billing, endpointsMax - running.size)
    // Read the end of the log once for all endpoints of an organization.
    const ends = new Map<string, Promise<number>>()
    for (const endpoint of due) {
      const { organizationId } = endpoint
      const end = ends.get(organizationId) ?? lastCommittedSequence(inOrganization(billing.database, organizationId))
      ends.set(organizationId, end)
      const one = serve(billing, outgoing, endpoint, end).finally(() => running.delete(one))
      running.add(one)
    }
  }
  // Calls run one after another, because simultaneous ones could together start more batches than allowed.
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

/** Sends one batch to an endpoint. With tracing, the batch gets its own trace, because its events come from many requests. */
const serve = (
  billing: Billing,
  outgoing: BatchTransport,
  endpoint: WebhookEndpointRow,
  end: Promise<number>,
): Promise<void> =>
  billing.tracing === undefined
    ? sendAndRecord(billing, outgoing, endpoint, end)
    : runInSpan(billing.tracing, spanOf(endpoint), () => sendAndRecord(billing, outgoing, endpoint, end))

const spanOf = ({ id, organizationId }: WebhookEndpointRow): SpanBeginning => ({
  name: 'webhook batch',
  kind: 'internal',
  attributes: { 'billing_checkout.webhook_endpoint.id': id, 'billing_checkout.organization.id': organizationId },
  parent: 'none',
})

/** Sends and records one batch. If this fails, the endpoint's events are sent later. */
const sendAndRecord = async (
  billing: Billing,
  outgoing: BatchTransport,
  endpoint: WebhookEndpointRow,
  end: Promise<number>,
): Promise<void> => {
  try {
    const db = inOrganization(billing.database, endpoint.organizationId)
    const batch = await readBatch(db, endpoint, { until: await end, wall: billing.wallClock() })
    const sent = await sendBatch(billing, outgoing, endpoint, batch.messages)
    await recordBatch(billing, endpoint, batch, sent)
  } catch (error) {
    // If the cause is database trouble, the endpoint is not deferred: a server leases it again when this lease expires.
    if (databaseTroubleOf(error) === undefined) await deferEndpoint(billing, endpoint, error)
  }
}
