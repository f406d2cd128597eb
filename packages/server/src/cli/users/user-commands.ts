import { emailInput, Problem, type Role, roles } from '@billing-checkout/contract'
import { findIdentity, removeIdentityOf } from '../../credentials/identities/own-identity.ts'
import { listPasskeys, removePasskeysOf } from '../../credentials/passkeys/own-passkeys.ts'
import { issuePasswordLink } from '../../credentials/users/accept-user-link.ts'
import { invitationUrl, inviteToOrganization, passwordUrl } from '../../credentials/users/invitations.ts'
import { listMembers, membersLock, removeMember, setRole } from '../../credentials/users/members.ts'
import { issueSetUpCode, setUpUrl } from '../../credentials/users/set-up.ts'
import { findUserByEmail } from '../../credentials/users/users-by-email.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { findOrganization } from '../operator/organization-commands.ts'
import { throwNotFound } from '../throw-not-found.ts'

/** A user of an organization. `force` allows a command that leaves no admin. */
export interface MemberInput {
  readonly organization: string
  readonly id: string
  readonly force: boolean
}

/** The e-mail address of a user. */
export interface UserEmailInput {
  readonly email: string
}

/** The role of a user in an organization. */
export interface RoleInput {
  readonly role: string
}

/** Commands for users of the dashboard. */
export const userCommands = {
  'user set-up': async (context, { organization }: { readonly organization?: string }) => {
    const { store, billing, wallClock } = context
    if (organization !== undefined) await findOrganization(context, organization)
    const issued = await issueSetUpCode(store.database.db, organization ?? null, wallClock())
    if (issued === undefined)
      throw new Problem('limit_reached', 'The first user was made already: invite others, or reset a password.')
    return { code: issued.code, expires_at: issued.expiresAt, url: setUpUrl(billing.billing.dashboardOrigin()) }
  },

  'user invite': async (
    context,
    { organization, email, role }: Pick<MemberInput, 'organization'> & UserEmailInput & RoleInput,
  ) => {
    const { billing } = context.billing
    const invited = { email: readEmail(email), role: readRole(role), invitedBy: null }
    const { member, token } = await changeMembers(context, organization, (work) =>
      inviteToOrganization(context, work, invited),
    )
    return { ...member, invitation_url: invitationUrl(billing.dashboardOrigin(), token) }
  },

  'user list': async (context, { organization }: Pick<MemberInput, 'organization'>) => {
    const { id } = await findOrganization(context, organization)
    return { data: await listMembers(context.billing.billing, id) }
  },

  'user role': async (context, { organization, id, role, force }: MemberInput & RoleInput) => {
    const given = readRole(role)
    return changeMembers(context, organization, (work) => setRole(work, id, given, { force }))
  },

  'user remove': (context, { organization, id, force }: MemberInput) =>
    changeMembers(context, organization, (work) => removeMember(work, id, { force })),

  'user reset-password': async ({ billing: { billing }, wallClock }, { email }: UserEmailInput) => {
    const { userId, token, expiresAt } =
      (await issuePasswordLink(billing.database, email, wallClock())) ?? throwNotFound('user', email)
    return { id: userId, url: passwordUrl(billing.dashboardOrigin(), token), expires_at: expiresAt }
  },

  'user show': async ({ billing: { billing }, config }, { email }: UserEmailInput) => {
    const user = (await findUserByEmail(billing.database, email)) ?? throwNotFound('user', email)
    const identity = await findIdentity(billing.database, user.id)
    return {
      id: user.id,
      has_password: user.passwordHash !== null,
      disabled_at: user.disabledAt,
      passkeys: await listPasskeys(billing.database, user.id),
      identity: identity && { ...identity, is_of_former_issuer: identity.issuer !== config.identityProvider?.issuer },
    }
  },

  'user remove-passkeys': async ({ billing: { billing }, wallClock }, { email }: UserEmailInput) => {
    const { userId, removed } =
      (await removePasskeysOf(billing.database, email, wallClock())) ?? throwNotFound('user', email)
    return { id: userId, removed }
  },

  'user remove-identity': async ({ billing: { billing }, wallClock }, { email }: UserEmailInput) => {
    const { userId, removed } =
      (await removeIdentityOf(billing.database, email, wallClock())) ?? throwNotFound('user', email)
    return { id: userId, removed }
  },
} satisfies CommandTable

const changeMembers = async <Result>(
  context: CommandContext,
  organization: string,
  run: (work: Write) => Promise<Result>,
): Promise<Result> => {
  const { id } = await findOrganization(context, organization)
  return write(context.billing.billing.database, id, { locks: [membersLock], load: async () => undefined, run })
}

const readEmail = (text: string): string => {
  if (emailInput.safeParse(text).success) return text
  throw new Problem('invalid_parameter', `--email must be an e-mail address, got ${JSON.stringify(text)}.`)
}

const readRole = (text: string): Role => {
  const role = roles.find((known) => known === text)
  if (role !== undefined) return role
  throw new Problem('invalid_parameter', `--role must be one of ${roles.join(', ')}, got ${JSON.stringify(text)}.`)
}
