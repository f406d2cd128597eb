import { type Identity, Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import type { Selectable } from 'kysely'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { endSessionsOf, type OpenDashboardSession } from '../users/dashboard-sessions.ts'
import type { UserAccountDependencies } from '../users/dashboard-users.ts'
import { lockSignInMethods, removeSignInMethodOf } from '../users/sign-in-methods.ts'

/** Finds the linked account at an identity provider; null if a user has none. */
export const findIdentity = async (database: Database, userId: string): Promise<Identity | null> => {
  const row = await database.selectFrom('userIdentities').select(shown).where('userId', '=', userId).executeTakeFirst()
  return row === undefined ? null : presentIdentity(row)
}

/**
 * Removes the linked account of the session's user, and ends all other sessions. Throws `not_found`, or `last_sign_in_method` if the user
 * would have no way to sign in. An account of a former issuer can always be removed, because users cannot sign in with it any more.
 */
export const removeOwnIdentity = (
  { database, wallClock, identityProvider }: UserAccountDependencies,
  { user: { id: userId }, tokenHash }: OpenDashboardSession,
): Promise<Identity> =>
  transactWithRetries(database, async (db) => {
    const { hasPassword, passkeyCount, issuer } = await lockSignInMethods(db, userId)
    if (issuer === null) throw new Problem('not_found', 'Your account is not linked to an identity provider.')
    if (issuer === identityProvider?.issuer && !hasPassword && passkeyCount === 0)
      throw new Problem('last_sign_in_method', 'This is your only way to sign in: add a passkey first.')
    const [row] = await deleteIdentity(db, userId)
    if (row === undefined) throw new TypeError('The link no longer exists, although the row of its user is locked.')
    await endSessionsOf(db, userId, wallClock(), tokenHash)
    await recordAuditInTransaction(db, null, {
      who: userId,
      object: userId,
      before: inAudit(row),
      after: { identity: null },
    })
    return presentIdentity(row)
  })

/**
 * Removes the linked account of a user, and ends all their sessions; `undefined` if there is no such user. The next sign-in with the
 * provider and the user's address links the account again.
 */
export const removeIdentityOf = (database: Database, email: string, wall: Timestamp) =>
  removeSignInMethodOf(database, email, wall, async (db, userId) => {
    const [row] = await deleteIdentity(db, userId)
    const before = row === undefined ? { identity: null } : inAudit(row)
    return { removed: row === undefined ? 0 : 1, before, after: { identity: null } }
  })

const deleteIdentity = (db: Database, userId: string) =>
  db.deleteFrom('userIdentities').where('userId', '=', userId).returning(shown).execute()

const shown = ['issuer', 'subject', 'linkedAt', 'lastUsedAt'] as const

type IdentityRow = Pick<Selectable<Schema['userIdentities']>, (typeof shown)[number]>

const inAudit = ({ issuer, subject }: IdentityRow): object => ({ identity: { issuer, subject } })

const presentIdentity = ({ issuer, subject, linkedAt, lastUsedAt }: IdentityRow): Identity => ({
  issuer,
  subject,
  linked_at: linkedAt,
  last_used_at: lastUsedAt,
})
