import type { Database } from '../../store/database.ts'

/** How a user can sign in. */
export interface SignInWays {
  readonly hasPassword: boolean
  readonly passkeyCount: number
  /** The issuer of the user's linked account; null if none. */
  readonly issuer: string | null
}

/** Locks the user's row and reads how they can sign in. Every change to these ways takes the same lock. */
export const lockSignInWays = async (db: Database, userId: string): Promise<SignInWays> => {
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
