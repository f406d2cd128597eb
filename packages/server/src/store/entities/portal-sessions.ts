import type { Timestamp } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { PortalSessionRow } from '../rows.ts'

/**
 * Finds a portal session that is still open: it has not ended, and at the given wall-clock time it has not expired. It finds no session of
 * an erased customer, because an erasure deletes the customer's sessions.
 */
export const findOpenPortalSession = (
  db: OrganizationDatabase,
  id: string,
  wall: Timestamp,
): Promise<PortalSessionRow | undefined> =>
  db
    .selectFrom('portalSessions')
    .selectAll()
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', wall)
    .executeTakeFirst()
