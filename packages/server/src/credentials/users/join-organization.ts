import type { Role } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** A user who joins an organization, and their role there. */
export interface JoiningUser {
  readonly userId: string
  readonly organizationId: string
  readonly role: Role
}

/** Makes a user a member of an organization, in the caller's transaction. A user who is already a member keeps their role. */
export const joinOrganization = async (
  db: Database,
  { userId, organizationId, role }: JoiningUser,
  wall: Timestamp,
): Promise<void> => {
  await inOrganization(db, organizationId)
    .insertInto('memberships')
    .values({ userId, role, createdAt: wall })
    .onConflict((row) => row.columns(['organizationId', 'userId']).doNothing())
    .execute()
  await recordAuditInTransaction(db, organizationId, { who: userId, object: userId, after: { role } })
}
