import type { PasskeyChallenge, PasskeyPurpose } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import type { OpenDashboardSession } from '../users/dashboard-sessions.ts'
import { type ChallengeScope, storeChallenge, consumeChallenge } from '../users/sign-in-challenges.ts'
import type { PasskeySite } from './passkey-site.ts'
import { passkeyAlgorithms } from './verify-passkey.ts'

const challengeSeconds = 300

/** The purpose of a challenge, and the signed-in user; null if the user is signing in. */
interface ChallengeRequest {
  readonly purpose: PasskeyPurpose
  readonly user: OpenDashboardSession['user'] | null
}

/** Makes a challenge, with everything that a browser needs to have it signed. */
export const openPasskeyChallenge = async (
  database: Database,
  { relyingPartyId }: PasskeySite,
  { purpose, user }: ChallengeRequest,
  wall: Timestamp,
): Promise<PasskeyChallenge> => {
  const { challenge, expiresAt } = await storeChallenge(
    database,
    { purpose, userId: user?.id ?? null },
    wall,
    challengeSeconds,
  )
  const passkeys =
    user === null
      ? []
      : await database
          .selectFrom('passkeys')
          .select(['credentialId', 'transports'])
          .where('userId', '=', user.id)
          .orderBy('createdAt')
          .execute()
  return {
    challenge,
    relying_party_id: relyingPartyId,
    credentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    user: purpose === 'add_passkey' && user !== null ? { id: user.id, email: user.email, name: user.name } : null,
    algorithms: [...passkeyAlgorithms],
    expires_at: expiresAt,
  }
}

/** Uses up the challenge that a browser claims to have signed, and returns it; `undefined` if it is not valid for this purpose and user. */
export const consumeSignedChallenge = async (
  database: Database,
  clientData: string,
  scope: ChallengeScope,
  wall: Timestamp,
): Promise<string | undefined> => {
  const challenge = challengeIn(clientData)
  if (challenge === undefined) return undefined
  const expiry = await consumeChallenge(database, challenge, scope, wall)
  return expiry && challenge
}

const challengeIn = (clientData: string): string | undefined => {
  try {
    const read = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { readonly challenge?: unknown } | null
    return typeof read?.challenge === 'string' ? read.challenge : undefined
  } catch {
    return undefined
  }
}
