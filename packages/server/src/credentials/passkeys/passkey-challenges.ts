import type { PasskeyPurpose } from '@billing-checkout/contract'
import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import { hashToken } from '../secret-tokens.ts'

const challengeSeconds = 300

/** What a challenge is for, and who is signed in; null to sign in. */
export interface ChallengeScope {
  readonly purpose: PasskeyPurpose
  readonly userId: string | null
}

/** Makes a challenge that an authenticator may sign once, within five minutes. Its hash alone is stored. */
export const storeChallenge = async (
  database: Database,
  { purpose, userId }: ChallengeScope,
  wall: Timestamp,
): Promise<{ readonly challenge: string; readonly expiresAt: Timestamp }> => {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = secondsAfter(wall, challengeSeconds)
  await database
    .insertInto('passkeyChallenges')
    .values({ challengeHash: hashToken(challenge), purpose, userId, expiresAt })
    .execute()
  return { challenge, expiresAt }
}

/**
 * Uses up the challenge that a browser says was signed, and returns it; `undefined` if it is unknown, was used, has expired or is for
 * something else. One statement checks and deletes it.
 */
export const takeChallenge = async (
  database: Database,
  clientData: string,
  { purpose, userId }: ChallengeScope,
  wall: Timestamp,
): Promise<string | undefined> => {
  const challenge = challengeIn(clientData)
  if (challenge === undefined) return undefined
  const taken = await database
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', wall)
    .returning('challengeHash')
    .executeTakeFirst()
  return taken && challenge
}

const challengeIn = (clientData: string): string | undefined => {
  try {
    const read = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { readonly challenge?: unknown } | null
    return typeof read?.challenge === 'string' ? read.challenge : undefined
  } catch {
    return undefined
  }
}
