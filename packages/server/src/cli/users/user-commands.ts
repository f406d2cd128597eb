import { emailInput, Problem, type Role, roles } from '@billing-checkout/contract'
import { findIdentity, removeIdentityOf } from '../../credentials/identities/own-identity.ts'
import { listPasskeys, removePasskeysOf } from '../../credentials/passkeys/own-passkeys.ts'
import { issuePasswordLink } from '../../credentials/users/accept-link.ts'
import { invitationUrl, invite, passwordUrl } from '../../credentials/users/invitations.ts'
import { listMembers, membersLock, removeMember, setRole } from '../../credentials/users/members.ts'
import { issueSetUpCode, setUpUrl } from '../../credentials/users/set-up.ts'
import { findUser } from '../../credentials/users/users-by-email.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { CommandContext } from '../command-context.ts'
import { findOrganization } from '../operator/organization-commands.ts'
import { throwNotFound } from '../throw-not-found.ts'

/** The inputs of commands for users of the dashboard. */
export interface UserInputs {
  readonly 'user set-up': { readonly organization?: string }
  readonly 'user invite': { readonly organization: string; readonly email: string; readonly role: string }
  readonly 'user list': { readonly organization: string }
  readonly 'user role': UserOf & { readonly role: string }
  readonly 'user remove': UserOf
  readonly 'user reset-password': { readonly email: string }
  readonly 'user show': { readonly email: string }
  readonly 'user remove-passkeys': { readonly email: string }
  readonly 'user remove-identity': { readonly email: string }
}

interface UserOf {
  readonly organization: string
  readonly id: string
  readonly force: boolean
}

type UserCommands = {
  readonly [Name in keyof UserInputs]: (context: CommandContext, input: UserInputs[Name]) => Promise<object>
}

/** Commands for users of the dashboard. */
export const userCommands: UserCommands = {
  'user set-up': async (context, { organization }) => {
    const { store, billing, wallClock } = context
    if (organization !== undefined) await findOrganization(context, { id: organization })
    const issued = await issueSetUpCode(store.database.db, organization ?? null, wallClock())
    if (issued === undefined)
      throw new Problem('limit_reached', 'The first user was made already: invite others, or reset a password.')
    return { code: issued.code, expires_at: issued.expiresAt, url: setUpUrl(billing.billing.dashboardOrigin()) }
  },

  'user invite': async (context, { organization, email, role }) => {
    const { billing } = context.billing
    const invited = { email: readEmail(email), role: readRole(role), invitedBy: null }
    const { member, token } = await changeMembers(context, organization, (work) => invite(context, work, invited))
    return { ...member, invitation_url: invitationUrl(billing.dashboardOrigin(), token) }
  },

  'user list': async (context, { organization }) => {
    const { id } = await findOrganization(context, { id: organization })
    return { data: await listMembers(context.billing.billing, id) }
  },

  'user role': async (context, { organization, id, role, force }) => {
    const given = readRole(role)
    return changeMembers(context, organization, (work) => setRole(work, id, given, { force }))
  },

  'user remove': async (context, { organization, id, force }) =>
    changeMembers(context, organization, (work) => removeMember(work, id, { force })),

  'user reset-password': async ({ billing: { billing }, wallClock }, { email }) => {
    const issued = await issuePasswordLink(billing.database, email, wallClock())
    if (issued === undefined) return throwNotFound('user', email)
    return {
      id: issued.userId,
      url: passwordUrl(billing.dashboardOrigin(), issued.token),
      expires_at: issued.expiresAt,
    }
  },

  'user show': async ({ billing: { billing }, config }, { email }) => {
    const user = await findUser(billing.database, email)
    if (user === undefined) return throwNotFound('user', email)
    const identity = await findIdentity(billing.database, user.id)
    return {
      id: user.id,
      has_password: user.passwordHash !== null,
      disabled_at: user.disabledAt,
      passkeys: await listPasskeys(billing.database, user.id),
      identity: identity && { ...identity, is_of_former_issuer: identity.issuer !== config.identityProvider?.issuer },
    }
  },

  'user remove-passkeys': async ({ billing: { billing }, wallClock }, { email }) => {
    const removed = await removePasskeysOf(billing.database, email, wallClock())
    if (removed === undefined) return throwNotFound('user', email)
    return { id: removed.userId, removed: removed.removed }
  },

  'user remove-identity': async ({ billing: { billing }, wallClock }, { email }) => {
    const removed = await removeIdentityOf(billing.database, email, wallClock())
    if (removed === undefined) return throwNotFound('user', email)
    return { id: removed.userId, removed: removed.removed }
  },
}

const changeMembers = async <Result>(
  context: CommandContext,
  organization: string,
  run: (work: Write) => Promise<Result>,
): Promise<Result> => {
  const { id } = await findOrganization(context, { id: organization })
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
