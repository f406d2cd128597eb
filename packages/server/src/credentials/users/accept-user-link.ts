import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import type { Selectable } from 'kysely'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import type { UserTokenTable } from '../../store/schema/users.ts'
import { hashToken } from '../secret-tokens.ts'
import { endSessionsOf, lockVerifiedUser, openDashboardSession, recordSignInRefusal } from './dashboard-sessions.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'
import { insertUserToken } from './invitations.ts'
import { joinOrganization } from './join-organization.ts'
import { hashPassword, matchesPassword } from './passwords.ts'
import { findUserByEmail, insertUser } from './users-by-email.ts'

const passwordLinkSeconds = 3600

/** The form that a person submits on the page of their link. */
export interface UserLinkForm {
  readonly token: string
  readonly name?: string | undefined
  readonly password: string
}

/**
 * Makes a link with which a user can set a new password within an hour, and voids the former link; `undefined` if there is no such user.
 * Setting the password removes the user's passkeys.
 */
export const issuePasswordLink = async (
  database: Database,
  email: string,
  wall: Timestamp,
): Promise<{ readonly userId: string; readonly token: string; readonly expiresAt: Timestamp } | undefined> =>
  transactWithRetries(database, async (db) => {
    const user = await findUserByEmail(db, email)
    if (user === undefined) return undefined
    await db.deleteFrom('userTokens').where('userId', '=', user.id).execute()
    const { token, row } = await insertUserToken(
      db,
      { kind: 'password', userId: user.id, email, invitedTo: null, role: null },
      { wall, seconds: passwordLinkSeconds },
    )
    await recordAuditInTransaction(db, null, { object: user.id, after: { password_link_until: row.expiresAt } })
    return { userId: user.id, token, expiresAt: row.expiresAt }
  })

/**
 * Uses up a link and returns the user's cookie. An invitation creates a user if no user has the address. An existing user must type their
 * present password to accept an invitation, because the link alone must not give access to the account. Throws `invalid_credentials`, and
 * `invalid_parameter` if a new user states no name. `countTry` is called with the link's address before a password is hashed, and throws if
 * the address has no attempts left.
 */
export const acceptUserLink = async (
  users: UserAccountDependencies,
  body: UserLinkForm,
  countTry: (email: string) => Promise<void>,
): Promise<string> => {
  const link = await findLink(users, body.token)
  await countTry(link.email)
  return link.userId === null ? join(users, body, link) : setPassword(users, body, link.userId)
}

type FoundLink = Pick<Selectable<UserTokenTable>, 'userId' | 'email' | 'invitedTo' | 'role'>

const findLink = async ({ database, wallClock }: UserAccountDependencies, token: string): Promise<FoundLink> => {
  const link = await database
    .selectFrom('userTokens')
    .select(['userId', 'email', 'invitedTo', 'role'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', wallClock())
    .executeTakeFirst()
  if (link === undefined) throw linkOver()
  return link
}

const join = async (
  { database, wallClock }: UserAccountDependencies,
  { token, name, password }: UserLinkForm,
  { email, invitedTo, role }: FoundLink,
): Promise<string> => {
  const known = await findUserByEmail(database, email)
  if (known !== undefined && (!(await matchesPassword(password, known.passwordHash)) || known.disabledAt !== null)) {
    await recordSignInRefusal(database, known.id, wallClock())
    throw otherPassword()
  }
  if (known === undefined && name === undefined) throw nameRequired()
  const passwordHash = known === undefined ? await hashPassword(password) : known.passwordHash
  const wall = wallClock()
  return transactWithRetries(database, async (db) => {
    await useUp(db, token, wall)
    if (known !== undefined) await lockVerifiedUser(db, known)
    const id =
      known?.id ?? (await insertUser(db, { email, name: name ?? email, passwordHash, isOperator: false }, wall))
    if (invitedTo === null || role === null) throw new TypeError('An invitation names its organization and role.')
    await joinOrganization(db, { userId: id, organizationId: invitedTo, role }, wall)
    return openDashboardSession(db, id, wall)
  })
}

const setPassword = async (
  { database, wallClock }: UserAccountDependencies,
  { token, password }: UserLinkForm,
  userId: string,
): Promise<string> => {
  const passwordHash = await hashPassword(password)
  const wall = wallClock()
  return transactWithRetries(database, async (db) => {
    await useUp(db, token, wall)
    const changed = await db
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', userId)
      .where('disabledAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw linkOver()
    // An intruder who knew the former password may have added a passkey.
    const passkeys = await db.deleteFrom('passkeys').where('userId', '=', userId).returning(['id', 'name']).execute()
    await endSessionsOf(db, userId, wall)
    await recordAuditInTransaction(db, null, {
      who: userId,
      object: userId,
      ...(passkeys.length > 0 && { before: { passkeys } }),
      after: { password_set_at: wall, ...(passkeys.length > 0 && { passkeys: [] }) },
    })
    return openDashboardSession(db, userId, wall)
  })
}

/** One statement checks and deletes a link, so it works only once even if it is submitted twice at the same time. */
const useUp = async (db: Database, token: string, wall: Timestamp): Promise<void> => {
  const used = await db
    .deleteFrom('userTokens')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', wall)
    .returning('id')
    .executeTakeFirst()
  if (used === undefined) throw linkOver()
}

const linkOver = (): Problem => new Problem('invalid_credentials', 'This link is unknown, was used or has expired.')

/** The error names the password field, because the link itself is valid. */
const otherPassword = (): Problem => {
  const message = 'This address already has an account with another password.'
  return new Problem('invalid_credentials', message, {
    details: [{ path: 'body.password', code: 'invalid_value', message }],
  })
}

const nameRequired = (): Problem => {
  const message = 'name is required.'
  return new Problem('invalid_parameter', message, { details: [{ path: 'body.name', code: 'required', message }] })
}
