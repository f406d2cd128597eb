import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { readBacklog } from '../../store/health/read-backlog.ts'

/**
 * Reports that webhooks are sent, and names the endpoints that fail, which only their merchants can repair. Throws if an event has waited
 * too long for an endpoint that does not fail, or if an endpoint is deferred because this server could not send.
 */
export const examineWebhooks = async (db: Database): Promise<string> => {
  const endpoints = acrossOrganizations(db, 'operator').selectFrom('webhookEndpoints').where('enabled', '=', true)
  const [{ webhooksLagSeconds }, failing, deferred] = await Promise.all([
    readBacklog(db),
    endpoints
      .select(['id', 'organizationId', 'failingSince'])
      .where('probeAt', 'is not', null)
      .orderBy('failingSince')
      .limit(shownMax)
      .execute(),
    endpoints
      .select(['id', 'organizationId', 'deferredReason'])
      .where('tries', '>', 0)
      .orderBy('id')
      .limit(shownMax)
      .execute(),
  ])
  if (deferred.length > 0)
    throw new Error(
      deferred
        .map(({ id, organizationId, deferredReason }) => `${id} of ${organizationId} is deferred: ${deferredReason}`)
        .join(' '),
    )
  if (webhooksLagSeconds >= lagSecondsMax)
    throw new Error(
      `An event of ${Math.round(webhooksLagSeconds / 60)} minutes ago has not been sent to an endpoint that does not fail. Either no process runs the jobs (serve without --no-jobs, or work), or they do not keep pace.`,
    )
  if (failing.length === 0) return 'every endpoint gets its events'
  return failing
    .map(
      ({ id, organizationId, failingSince }) =>
        `${id} of ${organizationId} has failed since ${failingSince} and is only probed.`,
    )
    .join(' ')
}

const shownMax = 20

/** Seconds above which the alert BillingWebhooksLate fires. */
const lagSecondsMax = 300
