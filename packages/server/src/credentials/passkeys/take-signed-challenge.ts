import type { Timestamp } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import { type ChallengeScope, takeChallenge } from '../users/sign-in-challenges.ts'

/** Uses up the challenge that a browser claims to have signed, and returns it; `undefined` if it is not valid for this purpose. */
export const takeSignedChallenge = async (
  database: Database,
  clientData: string,
  scope: ChallengeScope,
  wall: Timestamp,
): Promise<string | undefined> => {
  const challenge = challengeIn(clientData)
  if (challenge === undefined) return undefined
  const expiry = await takeChallenge(database, challenge, scope, wall)
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
