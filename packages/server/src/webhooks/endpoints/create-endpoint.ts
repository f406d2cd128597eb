import { type operations, Problem, type WebhookEndpointWithSecret } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Billing } from '../../billing/billing.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentWebhookEndpoint } from '../../presenters/webhooks/present-webhook-endpoint.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { recordedFromNow } from '../../store/events/event-cursor.ts'
import { lastCommittedSequence } from '../../store/events/last-committed-sequence.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { newId } from '../../store/writes/new-id.ts'
import { write } from '../../store/writes/write.ts'
import { endpointAddresses } from '../outgoing/address-guard.ts'
import { mintWebhookSecret, sealEndpointSecret } from '../signing/secrets.ts'
import { refuseForbiddenUrl } from './refuse-url.ts'

type EndpointBody = z.output<NonNullable<typeof operations.createWebhookEndpoint.body>>

/** The largest number of endpoints of an organization, because a server checks each of them several times a second. */
const endpointsMax = 50

/** Creates an endpoint for the events that are committed from now on. */
export const createEndpoint = async (
  billing: Billing,
  call: CallerContext,
  { url, description, event_types: eventTypes, mode, payload }: EndpointBody,
): Promise<WebhookEndpointWithSecret> => {
  refuseForbiddenUrl(url, endpointAddresses(billing))
  const organizationId = call.organization.id
  // Read the position before the transaction, because this query waits for a lock that every writing transaction holds.
  const position = await lastCommittedSequence(inOrganization(billing.database, organizationId))
  return write(billing.database, organizationId, async (work) => {
    await lockNames(work, ['webhook-endpoints'])
    const { count } = await work.db
      .selectFrom('webhookEndpoints')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    if (count >= endpointsMax)
      throw new Problem(
        'limit_reached',
        `An organization has at most ${endpointsMax} webhook endpoints; delete one first.`,
      )
    const id = newId('we', work)
    const secret = mintWebhookSecret()
    const row = await work.db
      .insertInto('webhookEndpoints')
      .values({
        id,
        url,
        description: description ?? null,
        eventTypes: JSON.stringify(eventTypes ?? ['*']),
        ...(mode !== undefined && { mode }),
        ...(payload !== undefined && { payload }),
        sealedSecret: sealEndpointSecret(billing.webhookKey, id, secret),
        position,
        positionFrom: recordedFromNow,
        createdAt: work.now,
        updatedAt: work.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const endpoint = presentWebhookEndpoint(row, 0)
    recordAudit(work, { object: id, after: endpoint })
    // The stored answer has no secret, because a secret is only stored encrypted; a repeated request gets it from the endpoint's row.
    saveIdempotentResponse(work, call, endpoint)
    return { ...endpoint, secret }
  })
}
