import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Billing } from '../../billing/billing.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import { isNextOfKey } from '../order/is-next-of-key.ts'

/** A lease lasts longer than a batch: no attempt starts after 20 seconds, and the last one ends 17 seconds later. */
const leaseSeconds = 60

/**
 * Leases endpoints that have something to send, so that only one server at a time sends to each. An endpoint that failed too often is
 * leased only when its probe is due. Organizations with the fewest endpoints in progress come first, so that an organization with many slow
 * endpoints does not delay the others.
 */
export const leaseDueEndpoints = (
  { database, wallClock }: Billing,
  limit: number,
): Promise<readonly WebhookEndpointRow[]> =>
  acrossOrganizations(database, 'due work')
    .updateTable('webhookEndpoints')
    .set((row) => ({
      leaseUntil: sql<Timestamp>`(select lease_now()) + ${leaseSeconds} * interval '1 second'`,
      fence: row('fence', '+', 1),
    }))
    .where((row) =>
      row(
        row.refTuple('organizationId', 'id'),
        'in',
        row
          .selectFrom('webhookEndpoints')
          .select(['organizationId', 'id'])
          .where('enabled', '=', true)
          .where(sql<boolean>`(lease_until is null or lease_until < (select lease_now()))`)
          .where(sql<boolean>`(deferred_until is null or deferred_until <= (select lease_now()))`)
          .where(hasWork(wallClock()))
          .orderBy(endpointsBeingSentTo)
          .limit(limit)
          .forUpdate('webhookEndpoints')
          .skipLocked()
          .$asTuple('organizationId', 'id'),
      ),
    )
    .returningAll()
    .execute()

const endpointsBeingSentTo = sql`(select count(*) from webhook_endpoints as other
  where other.organization_id = webhook_endpoints.organization_id and other.lease_until >= (select lease_now()))`

const hasWork = (wall: Timestamp) => sql<boolean>`(
  (probe_at is null or probe_at <= ${wall})
  and (
    exists (select from events where events.organization_id = webhook_endpoints.organization_id
      and events.sequence > webhook_endpoints.position
      and events.recorded_at >= coalesce(webhook_endpoints.position_from, '-infinity'))
    or exists (select from webhook_deliveries as delivery where delivery.organization_id = webhook_endpoints.organization_id
      and delivery.endpoint_id = webhook_endpoints.id and delivery.status = 'pending'
      and (probe_at is not null or delivery.due_at <= ${wall})
      and (probe_at is not null or mode = 'parallel' or ${isNextOfKey(wall)}))
  ))`
