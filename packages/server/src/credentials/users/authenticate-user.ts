import { Problem } from '@billing-checkout/contract'
import { runOnBehalfOf } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { Caller } from '../authenticate.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'
import { resumeDashboardSession } from './dashboard-sessions.ts'

/** The parts of a dashboard request that identify its caller. */
export interface DashboardCredentials {
  readonly cookie: string
  /** The organization that the request is about. */
  readonly organizationId: string | undefined
}

/** Finds the user who calls, and the organization. Throws a problem that states what the caller can do. */
export type AuthenticateUser = (credentials: DashboardCredentials, wall: Timestamp) => Promise<Caller>

/** Authenticates by the dashboard's cookie. Membership is read for each request, because an admin may revoke a role at any time. */
export const createAuthenticateUser =
  (
    { database }: Pick<UserAccountDependencies, 'database'>,
    withDefaults: (organization: Organization) => Organization = (organization) => organization,
  ): AuthenticateUser =>
  async ({ cookie, organizationId }, wall) => {
    const { user, reauthenticatedUntil } = await resumeDashboardSession({ database }, cookie, wall)
    if (organizationId === undefined) throw withoutOrganization()
    return runOnBehalfOf(organizationId, async () => {
      const membership = await inOrganization(database, organizationId)
        .selectFrom('memberships')
        .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
        .select('role')
        .where('userId', '=', user.id)
        .where('archivedAt', 'is', null)
        .executeTakeFirst()
      const organization = membership && (await loadOrganization(database, organizationId))
      if (membership === undefined || organization === undefined)
        throw new Problem('insufficient_permission', 'You are not a member of this organization.')
      const { isOperator } = user
      return {
        organization: withDefaults(organization),
        principal: { kind: 'user', userId: user.id, role: membership.role, isOperator, reauthenticatedUntil },
      }
    })
  }

const withoutOrganization = (): Problem => {
  const message = 'X-Billing-Organization must name an organization of yours.'
  return new Problem('invalid_parameter', message, {
    details: [{ path: 'header.X-Billing-Organization', code: 'required', message }],
  })
}
