import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import { endSessionsOf } from './dashboard-sessions.ts'
import { findUserByEmail } from './users-by-email.ts'

/** How a user can sign in. */
export interface SignInMethods {
  readonly hasPassword: boolean
  readonly passkeyCount: number
  /** The issuer of the user's linked account; null if none. */
  readonly issuer: string | null
}

/** Locks the user's row and reads how they can sign in. Every change of how the user can sign in takes the same lock. */
export const lockSignInMethods = async (db: Database, userId: string): Promise<SignInMethods> => {
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const passkeys = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute()
  const identity = await db
    .selectFrom('userIdentities')
    .select('issuer')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { hasPassword: passwordHash !== null, passkeyCount: passkeys.length, issuer: identity?.issuer ?? null }
}

/**
 * Removes a sign-in method of a user on behalf of an operator, and ends all sessions of the user; `undefined` if there is no such user.
 * `remove` returns how many methods it removed, and the values before and after for the audit log.
 */
export const removeSignInMethodOf = (
  database: Database,
  email: string,
  wall: Timestamp,
  remove: (db: Database, userId: string) => Promise<{ removed: number; before: object; after: object }>,
): Promise<{ readonly userId: string; readonly removed: number } | undefined> =>
  transactWithRetries(database, async (db) => {
    const user = await findUserByEmail(db, email)
    if (user === undefined) return undefined
    await lockSignInMethods(db, user.id)
    const { removed, ...audited } = await remove(db, user.id)
    await endSessionsOf(db, user.id, wall)
    await recordAuditInTransaction(db, null, { object: user.id, ...audited })
    return { userId: user.id, removed }
  })
