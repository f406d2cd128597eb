import { dashboardOperations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { invitationUrl, inviteToOrganization } from '../../credentials/users/invitations.ts'
import { changeMembersAsAdmin, listMembers, removeMember, updateMember } from '../../credentials/users/members.ts'
import { route } from '../../http/route.ts'

/** The routes of operations on users. */
export const userRoutesOf = (billing: Billing) => [
  route(dashboardOperations.findUsers, async ({ call }) => ({
    data: [...(await listMembers(billing, call.organization.id))],
  })),
  route(dashboardOperations.inviteUser, async ({ call, body }) => {
    const invitedBy = call.principal.kind === 'user' ? call.principal.userId : null
    const { member, token } = await changeMembersAsAdmin(billing.database, call, (work) =>
      inviteToOrganization(billing, work, { ...body, invitedBy }),
    )
    return { ...member, invitation_url: invitationUrl(billing.dashboardOrigin(), token) }
  }),
  route(dashboardOperations.updateUser, ({ call, params, body }) => updateMember(billing, call, params.id, body)),
  route(dashboardOperations.removeUser, ({ call, params }) =>
    changeMembersAsAdmin(billing.database, call, (work) => removeMember(work, params.id)),
  ),
]
