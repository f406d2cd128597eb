import type { IdentityPurpose } from '@billing-checkout/contract'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import { type ChallengeScope, storeChallenge, consumeChallenge } from '../users/sign-in-challenges.ts'
import type { AuthorizationSecrets } from './identity-provider.ts'

/** Seconds that a person may take at the provider. */
export const identityRequestSeconds = 600

/** Why a person is sent to the provider, and the id of the signed-in user; null if the person is signing in. */
export interface IdentityChallengeScope {
  readonly purpose: IdentityPurpose
  readonly userId: string | null
}

/**
 * Stores a challenge and returns the secret that the browser keeps until the person returns. The values sent to the provider and the stored
 * value are hashes of the secret, so none of them reveals it.
 */
export const storeIdentityChallenge = async (
  database: Database,
  scope: IdentityChallengeScope,
  wall: Timestamp,
): Promise<{ readonly secret: string; readonly secrets: AuthorizationSecrets }> => {
  const { challenge } = await storeChallenge(database, scopeOf(scope), wall, identityRequestSeconds)
  return { secret: challenge, secrets: secretsOf(challenge) }
}

/** A used challenge, with which one answer may be verified. */
export interface ConsumedIdentityChallenge {
  readonly secrets: AuthorizationSecrets
  /** When the person was sent to the provider. */
  readonly sentAt: Timestamp
}

/** Whether the `state` of an answer matches the secret in the browser. It does not query the database. */
export const isStateOfSecret = (secret: string, state: string | null): boolean => state === secretsOf(secret).state

/**
 * Uses up a browser's secret, and returns its challenge. Returns `undefined` if the answer's `state` does not match the secret, or if the
 * secret is unknown, used, expired, or for another purpose or user.
 */
export const consumeIdentityChallenge = async (
  database: Database,
  { secret, state }: { readonly secret: string; readonly state: string | null },
  scope: IdentityChallengeScope,
  wall: Timestamp,
): Promise<ConsumedIdentityChallenge | undefined> => {
  const secrets = secretsOf(secret)
  if (!isStateOfSecret(secret, state)) return undefined
  const expiresAt = await consumeChallenge(database, secret, scopeOf(scope), wall)
  return expiresAt === undefined ? undefined : { secrets, sentAt: addSeconds(expiresAt, -identityRequestSeconds) }
}

const scopeOf = ({ purpose, userId }: IdentityChallengeScope): ChallengeScope => ({
  purpose: `${purpose}_by_identity`,
  userId,
})

const secretsOf = (secret: string): AuthorizationSecrets => {
  const derive = (use: string) => createHash('sha256').update(`${use} ${secret}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}
