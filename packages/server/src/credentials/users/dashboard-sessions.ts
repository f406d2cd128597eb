import { type DashboardSession, Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import { hashToken, mintToken } from '../secret-tokens.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'
import { matchesPassword } from './passwords.ts'
import { findUserByEmail } from './users-by-email.ts'

/** Seconds of inactivity after which a session ends. */
export const sessionIdleSeconds = 12 * 3600
const reauthenticatedSeconds = 600
const seenEverySeconds = 60

/** A session that has not ended, and its user. */
export interface OpenDashboardSession {
  readonly tokenHash: string
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly isOperator: boolean }
  readonly seenAt: Timestamp
  readonly reauthenticatedUntil: Timestamp
}

/**
 * Opens a session in the caller's transaction and returns its cookie. `provedAt` is the time at which the user authenticated: now, or
 * earlier if an identity provider only remembered the user or does not report the time.
 */
export const openDashboardSession = async (
  db: Database,
  userId: string,
  wall: Timestamp,
  provedAt: Timestamp = wall,
): Promise<string> => {
  const token = mintToken()
  await db
    .insertInto('dashboardSessions')
    .values({ tokenHash: hashToken(token), userId, createdAt: wall, seenAt: wall, reauthenticatedAt: provedAt })
    .execute()
  await recordAuditInTransaction(db, null, { who: userId, object: userId, after: { signed_in_at: wall } })
  return token
}

/**
 * Signs a user in and returns the cookie. If the user is unknown, is disabled or typed a wrong password, it throws `invalid_credentials`.
 * The sentence, the database statements and the one password hash are always the same, so that an attacker cannot distinguish these cases.
 */
export const signIn = async (
  { database, wallClock }: UserAccountDependencies,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> => {
  const found = await findUserByEmail(database, email)
  const isRight = await matchesPassword(password, found?.passwordHash ?? null)
  if (found === undefined || !isRight || found.disabledAt !== null) {
    await recordSignInRefusal(database, found?.id, wallClock())
    throw wrongPassword()
  }
  return transactWithRetries(database, async (db) => {
    await lockVerifiedUser(db, found)
    return openDashboardSession(db, found.id, wallClock())
  })
}

/**
 * Locks a user whose password was verified before this transaction, so that the transaction may open a session. A change of the password,
 * or disabling the user, ends all sessions. Because of the lock, such a change commits before or after this transaction. If it committed
 * before, this function throws `invalid_credentials`; if it commits later, it also ends the new session.
 */
export const lockVerifiedUser = async (
  db: Database,
  { id, passwordHash }: { readonly id: string; readonly passwordHash: string | null },
): Promise<void> => {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (user === undefined) throw wrongPassword()
}

/**
 * Records that an attempt to sign in or to authenticate again was refused. For an unknown address it does not record the address, because
 * people sometimes type their password into the wrong field.
 */
export const recordSignInRefusal = (database: Database, userId: string | undefined, wall: Timestamp): Promise<void> =>
  recordAuditInTransaction(database, null, {
    ...(userId !== undefined && { who: userId }),
    object: userId ?? 'unknown user',
    after: { refused_at: wall },
  })

/** Returns the session of a cookie, and notes its use at most once a minute. Throws `expired_credentials` if the session has ended. */
export const resumeDashboardSession = async (
  { database }: Pick<UserAccountDependencies, 'database'>,
  token: string,
  wall: Timestamp,
): Promise<OpenDashboardSession> => {
  const row = await database
    .selectFrom('dashboardSessions')
    .innerJoin('users', 'users.id', 'dashboardSessions.userId')
    .select(['tokenHash', 'seenAt', 'reauthenticatedAt', 'users.id', 'email', 'name', 'isOperator'])
    .where('tokenHash', '=', hashToken(token))
    .where('endedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .where('seenAt', '>', addSeconds(wall, -sessionIdleSeconds))
    .executeTakeFirst()
  if (row === undefined) throw sessionOver()
  const { tokenHash, id, email, name, isOperator } = row
  const isOld = row.seenAt <= addSeconds(wall, -seenEverySeconds)
  if (isOld)
    await database.updateTable('dashboardSessions').set({ seenAt: wall }).where('tokenHash', '=', tokenHash).execute()
  return {
    tokenHash,
    user: { id, email, name, isOperator },
    seenAt: isOld ? wall : row.seenAt,
    reauthenticatedUntil: addSeconds(row.reauthenticatedAt, reauthenticatedSeconds),
  }
}

/**
 * Throws `reauthentication_required` unless the user of a session has authenticated within the last ten minutes. `action` completes the
 * error's sentence.
 */
export const requireRecentProof = (
  { reauthenticatedUntil }: OpenDashboardSession,
  wall: Timestamp,
  action: string,
): void => {
  if (reauthenticatedUntil <= wall)
    throw new Problem(
      'reauthentication_required',
      `Confirm who you are, by password, passkey or identity provider, to ${action}.`,
    )
}

/** A session as the dashboard shows it. */
export const presentDashboardSession = async (
  { database, mode, identityProvider }: Pick<UserAccountDependencies, 'database' | 'mode' | 'identityProvider'>,
  { user, seenAt, reauthenticatedUntil }: OpenDashboardSession,
  wall: Timestamp,
): Promise<DashboardSession> => {
  const organizations = await acrossOrganizations(database, 'user session')
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
    .select(['organizations.id', 'organizations.name', 'role'])
    .where('userId', '=', user.id)
    .where('archivedAt', 'is', null)
    .orderBy('organizations.createdAt')
    .orderBy('organizations.id')
    .execute()
  const identity =
    identityProvider &&
    (await database
      .selectFrom('userIdentities')
      .select('userId')
      .where('userId', '=', user.id)
      .where('issuer', '=', identityProvider.issuer)
      .executeTakeFirst())
  return {
    user: { id: user.id, email: user.email, name: user.name, is_operator: user.isOperator },
    organizations: organizations.map((each) => ({ ...each, is_live: mode === 'live' })),
    expires_at: addSeconds(seenAt, sessionIdleSeconds),
    reauthenticated_until: reauthenticatedUntil > wall ? reauthenticatedUntil : null,
    identity_provider: identity ? (identityProvider?.name ?? null) : null,
  }
}

/**
 * Verifies the password of the session's user, who may then change keys, users, connections and settings for ten minutes. Throws
 * `invalid_credentials`.
 */
export const reauthenticate = async (
  { database, wallClock }: UserAccountDependencies,
  session: OpenDashboardSession,
  password: string,
): Promise<OpenDashboardSession> => {
  const { passwordHash } = await database
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', session.user.id)
    .executeTakeFirstOrThrow()
  const isRight = await matchesPassword(password, passwordHash)
  const wall = wallClock()
  if (!isRight) {
    await recordSignInRefusal(database, session.user.id, wall)
    throw wrongPassword()
  }
  return recordReauthentication(database, session, wall)
}

/** Records that the user of a session has just authenticated. Throws `expired_credentials` if the session has ended meanwhile. */
export const recordReauthentication = async (
  database: Database,
  session: OpenDashboardSession,
  wall: Timestamp,
): Promise<OpenDashboardSession> => {
  const renewed = await database
    .updateTable('dashboardSessions')
    .set({ reauthenticatedAt: wall })
    .where('tokenHash', '=', session.tokenHash)
    .where('endedAt', 'is', null)
    .returning('tokenHash')
    .executeTakeFirst()
  if (renewed === undefined) throw sessionOver()
  return { ...session, reauthenticatedUntil: addSeconds(wall, reauthenticatedSeconds) }
}

/**
 * Throws `expired_credentials` if a session has ended since it was looked up. The caller has locked the user's row, so until its
 * transaction ends, no change of how the user signs in can end the session.
 */
export const requireOpenSession = async (db: Database, { tokenHash }: OpenDashboardSession): Promise<void> => {
  const open = await db
    .selectFrom('dashboardSessions')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (open === undefined) throw sessionOver()
}

/** Ends a session at once. */
export const endDashboardSession = async (
  { database, wallClock }: UserAccountDependencies,
  { tokenHash, user }: OpenDashboardSession,
): Promise<void> => {
  const wall = wallClock()
  await transactWithRetries(database, async (db) => {
    await db.updateTable('dashboardSessions').set({ endedAt: wall }).where('tokenHash', '=', tokenHash).execute()
    await recordAuditInTransaction(db, null, { who: user.id, object: user.id, after: { signed_out_at: wall } })
  })
}

/** Ends all sessions of a user except `kept`, in the caller's transaction. */
export const endSessionsOf = async (
  db: Database,
  userId: string,
  wall: Timestamp,
  kept: string | null = null,
): Promise<void> => {
  await db
    .updateTable('dashboardSessions')
    .set({ endedAt: wall })
    .where('userId', '=', userId)
    .where('tokenHash', 'is distinct from', kept)
    .where('endedAt', 'is', null)
    .execute()
}

const sessionOver = (): Problem => new Problem('expired_credentials', 'This session has ended; sign in again.')

const wrongPassword = (): Problem => new Problem('invalid_credentials', 'The e-mail address or the password is wrong.')
