import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { errorMessageOf } from '../../billing/back-off.ts'
import type { Billing } from '../../billing/billing.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'

/** Seconds until an endpoint is tried again after the first failure. Each further failure doubles them, up to `secondsMax`. */
const firstSeconds = 60
const secondsMax = 3600

/**
 * Defers an endpoint because this server could not send or record its batch, and stores the reason for operators. This does not count as a
 * failure of the endpoint. It never throws: if the deferral cannot be stored, the endpoint is free again when its lease expires.
 */
export const deferEndpoint = async (billing: Billing, endpoint: WebhookEndpointRow, error: unknown): Promise<void> => {
  const { id, organizationId, fence, tries } = endpoint
  billing.logger.error({ endpoint: id, err: error }, 'webhooks could not be sent and will be sent again')
  const seconds = Math.min(firstSeconds * 2 ** Math.min(tries, 10), secondsMax)
  await inOrganization(billing.database, organizationId)
    .updateTable('webhookEndpoints')
    .set({
      tries: tries + 1,
      deferredUntil: sql<Timestamp>`lease_now() + ${seconds} * interval '1 second'`,
      deferredReason: errorMessageOf(error),
      leaseUntil: null,
    })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute()
    .catch((worse: unknown) => billing.logger.error({ endpoint: id, err: worse }, 'an endpoint could not be deferred'))
}

/**
 * How many of `messages` are read for a deferred endpoint: fewer after each deferral, so that the messages before the message that caused
 * the deferral are sent.
 */
export const reducedBatchSize = (messages: number, { tries }: Pick<WebhookEndpointRow, 'tries'>): number =>
  Math.max(1, Math.floor(messages / 4 ** Math.min(tries, 10)))
