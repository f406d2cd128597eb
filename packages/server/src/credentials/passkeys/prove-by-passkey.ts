import { type PasskeyProof, Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import {
  type OpenDashboardSession,
  openDashboardSession,
  recordSignInRefusal,
  recordReauthentication,
} from '../users/dashboard-sessions.ts'
import type { UserAccountDependencies } from '../users/dashboard-users.ts'
import type { ChallengeScope } from '../users/sign-in-challenges.ts'
import type { PasskeySite } from './passkey-site.ts'
import { consumeSignedChallenge } from './passkey-challenges.ts'
import { verifyPasskeyProof } from './verify-passkey.ts'

/**
 * The browser's answer, the site that it is for, and a function that counts an attempt with a known passkey before the answer is verified.
 */
export interface PasskeyProofInput {
  readonly proof: PasskeyProof
  readonly site: PasskeySite
  readonly countTry: (passkeyId: string) => Promise<void>
}

/**
 * Signs in the user of a passkey and returns the cookie. Throws `invalid_credentials` with the same sentence, whatever is wrong with the
 * passkey, its user or the challenge.
 */
export const signInWithPasskey = async (users: UserAccountDependencies, given: PasskeyProofInput): Promise<string> => {
  const proved = await prove(users, given, { purpose: 'sign_in', userId: null })
  const wall = users.wallClock()
  return transactWithRetries(users.database, async (db) => {
    await countUse(db, proved, wall)
    return openDashboardSession(db, proved.userId, wall)
  })
}

/** Like typing the password again, a passkey of the session's user allows them protected changes. Throws `invalid_credentials`. */
export const reauthenticateWithPasskey = async (
  users: UserAccountDependencies,
  session: OpenDashboardSession,
  given: PasskeyProofInput,
): Promise<OpenDashboardSession> => {
  const proved = await prove(users, given, { purpose: 'reauthenticate', userId: session.user.id })
  const wall = users.wallClock()
  return transactWithRetries(users.database, async (db) => {
    await countUse(db, proved, wall)
    return recordReauthentication(db, session, wall)
  })
}

interface Proved {
  readonly passkeyId: string
  readonly userId: string
  readonly counterBefore: number
  readonly counter: number
}

const prove = async (
  { database, wallClock }: UserAccountDependencies,
  { proof, site, countTry }: PasskeyProofInput,
  scope: ChallengeScope,
): Promise<Proved> => {
  const wall = wallClock()
  const challenge = await consumeSignedChallenge(database, proof.client_data, scope, wall)
  const found = await database
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .select(['passkeys.id', 'userId', 'publicKey', 'counter', 'disabledAt'])
    .where('credentialId', '=', proof.credential_id)
    .executeTakeFirst()
  if (found !== undefined) await countTry(found.id)
  const counter =
    found !== undefined && challenge !== undefined && found.disabledAt === null && isOwn(proof, found.userId, scope)
      ? await verifyPasskeyProof(proof, { site, challenge, publicKey: found.publicKey, counter: found.counter })
      : undefined
  if (found === undefined || counter === undefined) {
    await recordSignInRefusal(database, scope.userId ?? found?.userId, wall)
    throw wrongPasskey()
  }
  return { passkeyId: found.id, userId: found.userId, counterBefore: found.counter, counter }
}

/**
 * To sign in, the authenticator must name the user whose key it used. If a user is signed in, the key must belong to that user, and the
 * authenticator must name no other user.
 */
const isOwn = (
  { user_handle: handle }: Pick<PasskeyProof, 'user_handle'>,
  userId: string,
  { userId: signedIn }: ChallengeScope,
): boolean => {
  const own = Buffer.from(userId).toString('base64url')
  return signedIn === null ? handle === own : signedIn === userId && (handle === null || handle === own)
}

/**
 * Stores the signature counter in the caller's transaction, and locks the user's row until the transaction ends. Refuses if the user was
 * disabled, the passkey was removed, or another use was counted since the signature was verified.
 */
const countUse = async (
  db: Database,
  { passkeyId, userId, counterBefore, counter }: Proved,
  wall: Timestamp,
): Promise<void> => {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  const counted =
    user &&
    (await db
      .updateTable('passkeys')
      .set({ counter, lastUsedAt: wall })
      .where('id', '=', passkeyId)
      .where('counter', '=', counterBefore)
      .returning('id')
      .executeTakeFirst())
  if (counted === undefined) throw wrongPasskey()
}

const wrongPasskey = (): Problem =>
  new Problem('invalid_credentials', 'This passkey is not known here, was removed or was not confirmed in time.')
