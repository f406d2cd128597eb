import type { Dispatcher } from 'undici'
import type { Billing } from '../billing/billing.ts'
import { troubleOf } from '../store/engine/database-trouble.ts'
import { lastCommittedSequence } from '../store/events/last-committed-sequence.ts'
import { inOrganization } from '../store/in-organization.ts'
import type { WebhookEndpointRow } from '../store/rows.ts'
import { endpointAddresses } from './endpoint-addresses.ts'
import { guardedAgent } from './outgoing/guarded-agent.ts'
import { readBatch } from './read-batch.ts'
import { recordBatch } from './record-batch.ts'
import { sendBatch } from './send-batch.ts'
import { takeDueEndpoints } from './take-due-endpoints.ts'

/** Brings events to the endpoints of all organizations. */
export interface WebhookSender {
  /** Begins to send to every endpoint that has something to be sent, each apart from the others, and waits for none of them. */
  begin(): Promise<void>
  /** Waits until everything that was begun is written down. */
  finish(): Promise<void>
  /** Finishes and lets go of all connections. */
  close(): Promise<void>
}

/** How many endpoints this process sends to at a time. */
const endpointsMax = 64

/** A sender; `agent` makes the connections, by default only to addresses that this server allows. */
export const createWebhookSender = (
  billing: Billing,
  agent: Dispatcher = guardedAgent(endpointAddresses(billing)),
): WebhookSender => {
  const running = new Set<Promise<void>>()
  const finish = async () => {
    await Promise.all(running)
  }
  return {
    async begin() {
      if (running.size >= endpointsMax) return
      const due = await takeDueEndpoints(billing, endpointsMax - running.size)
      // One look at the end of the log serves all endpoints of an organization.
      const ends = new Map<string, Promise<number>>()
      for (const endpoint of due) {
        const { organizationId } = endpoint
        const end = ends.get(organizationId) ?? lastCommittedSequence(inOrganization(billing.database, organizationId))
        ends.set(organizationId, end)
        const one = serve(billing, agent, endpoint, end).finally(() => running.delete(one))
        running.add(one)
      }
    },
    finish,
    async close() {
      await finish()
      await agent.close()
    },
  }
}

/** Sends one batch to an endpoint. What fails here is done again when the lease has run out. */
const serve = async (
  billing: Billing,
  agent: Dispatcher,
  endpoint: WebhookEndpointRow,
  end: Promise<number>,
): Promise<void> => {
  try {
    const db = inOrganization(billing.database, endpoint.organizationId)
    const batch = await readBatch(db, endpoint, { until: await end, wall: billing.wallClock() })
    const sent = await sendBatch(billing, agent, endpoint, batch.messages)
    await recordBatch(billing, endpoint, batch, sent)
  } catch (error) {
    if (troubleOf(error) === undefined)
      billing.logger.error({ endpoint: endpoint.id, err: error }, 'webhooks could not be sent and will be sent again')
  }
}
