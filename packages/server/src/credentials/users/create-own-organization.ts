import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { insertOrganization } from '../../organization/organizations.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import { type OpenDashboardSession, requireRecentProof } from './dashboard-sessions.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'

/**
 * Creates an organization whose first admin is the session's user, an operator. If this user is already an admin of an organization with
 * this name, it creates nothing, so a repeated request is safe. Throws `insufficient_permission` for other users, and
 * `reauthentication_required` if the user must authenticate again.
 */
export const createOwnOrganization = async (
  { database, wallClock }: Pick<UserAccountDependencies, 'database' | 'wallClock'>,
  session: OpenDashboardSession,
  { name, originsOfFirst }: { readonly name: string; readonly originsOfFirst: readonly string[] | null },
): Promise<void> => {
  const wall = wallClock()
  const { user } = session
  requireRecentProof(session, wall, 'create an organization')
  await transactWithRetries(database, async (db) => {
    const operator = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('isOperator', '=', true)
      .where('disabledAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (operator === undefined)
      throw new Problem('insufficient_permission', 'Only an operator of this server may create an organization.')
    const known = await acrossOrganizations(db, 'user session')
      .selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
      .select('organizations.id')
      .where('userId', '=', user.id)
      .where('role', '=', 'admin')
      .where('organizations.name', '=', name)
      .where('archivedAt', 'is', null)
      .executeTakeFirst()
    if (known !== undefined) return
    const { id } = await insertOrganization(db, { name, originsOfFirst, wall })
    await acrossOrganizations(db, 'user session')
      .insertInto('memberships')
      .values({ organizationId: id, userId: user.id, role: 'admin', createdAt: wall })
      .execute()
    await recordAuditInTransaction(db, id, { object: user.id, after: { role: 'admin' } })
  })
}
