import type { IdentityPurpose } from '@billing-checkout/contract'
import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import { type ChallengeScope, storeChallenge, takeChallenge } from '../users/sign-in-challenges.ts'
import type { AuthorizationSecrets } from './identity-provider.ts'

/** How long a person may take at the provider. */
export const identityRequestSeconds = 600

/** What a person is sent to the provider for, and who is signed in; null to sign in. */
export interface IdentityScope {
  readonly purpose: IdentityPurpose
  readonly userId: string | null
}

/**
 * Makes a secret that the browser keeps until the person is back. What the provider sees and what it must not see are hashes of it, so the
 * database keeps neither.
 */
export const storeIdentityChallenge = async (
  database: Database,
  scope: IdentityScope,
  wall: Timestamp,
): Promise<{ readonly secret: string; readonly secrets: AuthorizationSecrets }> => {
  const { challenge } = await storeChallenge(database, scopeOf(scope), wall, identityRequestSeconds)
  return { secret: challenge, secrets: secretsOf(challenge) }
}

/** What one answer may be verified with. */
export interface TakenIdentityChallenge {
  readonly secrets: AuthorizationSecrets
  /** When the person was sent to the provider. */
  readonly sentAt: Timestamp
}

/** Whether the state of an answer is that of the request whose secret the browser has kept. It reads nothing from the database. */
export const isAnswerTo = (secret: string, state: string | null): boolean => state === secretsOf(secret).state

/**
 * Uses up the secret of a browser, if the answer that the browser brings is to its request. `undefined` if it is not, or if the secret is
 * unknown, was used, has expired or is for something else.
 */
export const takeIdentityChallenge = async (
  database: Database,
  { secret, state }: { readonly secret: string; readonly state: string | null },
  scope: IdentityScope,
  wall: Timestamp,
): Promise<TakenIdentityChallenge | undefined> => {
  const secrets = secretsOf(secret)
  if (!isAnswerTo(secret, state)) return undefined
  const expiresAt = await takeChallenge(database, secret, scopeOf(scope), wall)
  return expiresAt === undefined ? undefined : { secrets, sentAt: secondsAfter(expiresAt, -identityRequestSeconds) }
}

const scopeOf = ({ purpose, userId }: IdentityScope): ChallengeScope => ({ purpose: `${purpose}_by_identity`, userId })

const secretsOf = (secret: string): AuthorizationSecrets => {
  const derive = (use: string) => createHash('sha256').update(`${use} ${secret}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}
