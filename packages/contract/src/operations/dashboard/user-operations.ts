import { z } from 'zod'
import { emailInput } from '../../resources/fields.ts'
import { invitedMember, member } from '../../resources/member.ts'
import { personName } from '../../resources/text.ts'
import { roles } from '../../vocabulary/users.ts'
import { forDashboardUsers, idParam, operation } from '../parts/operation.ts'

/** Lists the users of the organization, and the people who have an open invitation. */
export const findUsers = operation({
  method: 'GET',
  path: '/users',
  summary: 'Find users',
  description: ['Lists all users of the organization and all open invitations, the oldest first.'],
  ...forDashboardUsers,
  answer: z.strictObject({ data: z.array(member) }),
})

/** Invites a person to the organization. */
export const inviteUser = operation({
  method: 'POST',
  path: '/users',
  summary: 'Invite a user',
  description: [
    'Makes a link by which this person joins the organization within a week. Another link for the same address ends the former. The link is answered once, and you send it to the person.',
  ],
  ...forDashboardUsers,
  body: z.strictObject({ email: emailInput, role: z.enum(roles) }),
  answer: invitedMember,
})

/** Changes the role or the name of a user, or disables them. */
export const updateUser = operation({
  method: 'PATCH',
  path: '/users/{id}',
  summary: 'Change a user',
  description: [
    'Changes the role in this organization. Name and `disabled` belong to the user, so an admin may change them only of a user who is in no other organization and is no operator. A disabled user is signed out everywhere. The last admin of an organization stays one.',
  ],
  ...forDashboardUsers,
  params: idParam,
  body: z.strictObject({
    role: z.enum(roles).optional(),
    name: personName(200).optional(),
    disabled: z.boolean().optional(),
  }),
  answer: member,
  problems: ['not_found', 'last_admin'],
})

/** Removes a user from the organization, or revokes an invitation. */
export const removeUser = operation({
  method: 'DELETE',
  path: '/users/{id}',
  summary: 'Remove a user',
  description: ['Takes a user out of this organization at once, or ends an invitation. The last admin stays.'],
  ...forDashboardUsers,
  params: idParam,
  answer: member,
  problems: ['not_found', 'last_admin'],
})
