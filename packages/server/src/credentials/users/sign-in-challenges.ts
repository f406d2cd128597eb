import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import type { SignInPurpose } from '../../store/schema/users.ts'
import { hashToken } from '../secret-tokens.ts'

/** The purpose of a challenge, and the id of the signed-in user; null if the user is signing in. */
export interface ChallengeScope {
  readonly purpose: SignInPurpose
  readonly userId: string | null
}

/** Stores the hash of a new challenge, which can be used once within the given seconds. */
export const storeChallenge = async (
  database: Database,
  { purpose, userId }: ChallengeScope,
  wall: Timestamp,
  seconds: number,
): Promise<{ readonly challenge: string; readonly expiresAt: Timestamp }> => {
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = addSeconds(wall, seconds)
  await database
    .insertInto('signInChallenges')
    .values({ challengeHash: hashToken(challenge), purpose, userId, expiresAt })
    .execute()
  return { challenge, expiresAt }
}

/**
 * Uses up a challenge and returns its expiry; `undefined` if it is unknown, used, expired, or for another purpose or user. One statement
 * checks and deletes it.
 */
export const consumeChallenge = async (
  database: Database,
  challenge: string,
  { purpose, userId }: ChallengeScope,
  wall: Timestamp,
): Promise<Timestamp | undefined> => {
  const taken = await database
    .deleteFrom('signInChallenges')
    .where('challengeHash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', wall)
    .returning('expiresAt')
    .executeTakeFirst()
  return taken?.expiresAt
}
