import type { Timestamp } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { PortalSessionRow } from '../rows.ts'

/**
 * Finds a portal session that has neither expired nor ended at a moment of the wall clock. An erasure deletes the sessions of its customer.
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
