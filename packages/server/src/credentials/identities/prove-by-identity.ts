import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import type { Logger } from 'pino'
import {
  type OpenDashboardSession,
  openDashboardSession,
  recordReauthentication,
  recordSignInRefusal,
} from '../users/dashboard-sessions.ts'
import type { UserAccountDependencies } from '../users/dashboard-users.ts'
import { admitIdentity, recordIdentityUse } from './admit-identity.ts'
import {
  type IdentityChallengeScope,
  isStateOfSecret,
  storeIdentityChallenge,
  type ConsumedIdentityChallenge,
  consumeIdentityChallenge,
} from './identity-challenges.ts'
import { type IdentityProvider, IdentityProviderUnavailable, type VerifiedIdentity } from './identity-provider.ts'
import { IdentityRefusal } from './identity-refusal.ts'

/** The parts that sign-in with a provider needs. */
export interface IdentitySignInDependencies extends UserAccountDependencies {
  readonly identityProvider: IdentityProvider
  readonly logger: Logger
}

/** The provider's answer, as a browser brings it back. */
export interface ReturnedAnswer {
  /** The secret that the browser kept; empty if it has none. */
  readonly secret: string
  readonly query: string
  /** The address to which the provider sent the browser back. */
  readonly redirectUri: string
  /** The token of an invitation that the user accepts by signing in. */
  readonly invitation?: string | undefined
}

/** Seconds by which the provider's clock may be behind ours. */
const clockToleranceSeconds = 60

/**
 * Creates a request to the provider, and returns its URL and the secret that the browser keeps meanwhile. Throws `unavailable` if the
 * provider does not answer.
 */
export const openIdentityRequest = async (
  { database, wallClock, identityProvider, logger }: IdentitySignInDependencies,
  scope: IdentityChallengeScope,
  redirectUri: string,
): Promise<{ readonly secret: string; readonly url: string; readonly state: string }> => {
  const { secret, secrets } = await storeIdentityChallenge(database, scope, wallClock())
  const isReauthentication = scope.purpose === 'reauthenticate'
  const url = await reportUnavailable(logger, () =>
    identityProvider.authorizationUrl({ ...secrets, redirectUri, isReauthentication }),
  )
  return { secret, url: url.href, state: secrets.state }
}

/**
 * Signs in the user whom the provider identifies, and returns the cookie. At the first sign-in, it links the identity to the user who has
 * the verified address, or creates a user if an invitation is open for the address. Throws `invalid_credentials` with the same sentence for
 * every reason, and `unavailable`.
 */
export const signInByIdentity = async (users: IdentitySignInDependencies, answer: ReturnedAnswer): Promise<string> => {
  const { identity } = await prove(users, answer, { purpose: 'sign_in', userId: null })
  const wall = users.wallClock()
  const proved = { ...identity, issuer: users.identityProvider.issuer, invitation: answer.invitation }
  return hideRefusal(users, () =>
    transactWithRetries(users.database, async (db) => {
      const userId = await admitIdentity(db, proved, wall)
      return openDashboardSession(db, userId, wall, provedAt(identity, wall))
    }),
  )
}

/**
 * The time at which the user last authenticated. If the provider only remembered the user, this time lies further back; if the provider
 * does not report it, it is 1970. Protected changes then need a new authentication.
 */
const provedAt = ({ authenticatedAt }: VerifiedIdentity, wall: Timestamp): Timestamp =>
  new Date(Math.min((authenticatedAt ?? 0) * 1000, Date.parse(wall))).toISOString()

/**
 * Like typing the password again, a new authentication at the provider allows the session's user protected changes. Throws
 * `invalid_credentials`, also if the provider only remembered the user, and `unavailable`.
 */
export const reauthenticateByIdentity = async (
  users: IdentitySignInDependencies,
  session: OpenDashboardSession,
  answer: ReturnedAnswer,
): Promise<OpenDashboardSession> => {
  const userId = session.user.id
  const { identity, sentAt } = await prove(users, answer, { purpose: 'reauthenticate', userId })
  const { issuer } = users.identityProvider
  const wall = users.wallClock()
  return hideRefusal(users, async () => {
    if (!isNewProof(identity, sentAt))
      throw new IdentityRefusal('auth_time does not say that the user has just proved who they are', userId)
    return transactWithRetries(users.database, async (db) => {
      await recordIdentityUse(db, { issuer, subject: identity.subject, userId }, wall)
      return recordReauthentication(db, session, wall)
    })
  })
}

const isNewProof = ({ authenticatedAt }: VerifiedIdentity, sentAt: Timestamp): boolean =>
  authenticatedAt !== null && authenticatedAt * 1000 >= Date.parse(addSeconds(sentAt, -clockToleranceSeconds))

interface Proved extends Pick<ConsumedIdentityChallenge, 'sentAt'> {
  readonly identity: VerifiedIdentity
}

/**
 * Throws `invalid_credentials` if the answer belongs to no request of this browser: another site may have led the browser to this page.
 * This refusal does not count as an attempt of the caller's network address, and does not use up the browser's secret.
 */
export const refuseForeignAnswer = ({ secret, query }: Pick<ReturnedAnswer, 'secret' | 'query'>): void => {
  if (!isStateOfSecret(secret, stateOf(query))) throw refused()
}

const stateOf = (query: string): string | null => new URLSearchParams(query).get('state')

/** Verifies an answer outside any transaction. */
const prove = (
  users: IdentitySignInDependencies,
  { secret, query, redirectUri }: ReturnedAnswer,
  scope: IdentityChallengeScope,
): Promise<Proved> =>
  hideRefusal(users, async () => {
    const { database, identityProvider, logger, wallClock } = users
    const taken = await consumeIdentityChallenge(database, { secret, state: stateOf(query) }, scope, wallClock())
    if (taken === undefined)
      throw new IdentityRefusal('the answer is to another request, too late or used', scope.userId ?? undefined)
    const { secrets, sentAt } = taken
    const identity = await reportUnavailable(logger, () =>
      identityProvider.verifyAnswer({ ...secrets, redirectUri, query }),
    )
    if ('refused' in identity) throw new IdentityRefusal(identity.refused, scope.userId ?? undefined)
    return { identity, sentAt }
  })

/** Hides the reason of a refusal from the user; the log has it. */
const hideRefusal = async <Result>(
  { database, logger, wallClock, identityProvider: { issuer } }: IdentitySignInDependencies,
  run: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof IdentityRefusal)) throw error
    const { message: reason, userId } = error
    logger.warn(
      { issuer, reason, ...(userId !== undefined && { user: userId }) },
      'a sign-in with the identity provider was refused',
    )
    await recordSignInRefusal(database, userId, wallClock())
    throw refused()
  }
}

const reportUnavailable = async <Result>(logger: Logger, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof IdentityProviderUnavailable)) throw error
    logger.warn({ reason: error.message }, 'the identity provider cannot be used')
    throw new Problem('unavailable', 'The identity provider does not answer; try again, or sign in with your password.')
  }
}

const refused = (): Problem =>
  new Problem(
    'invalid_credentials',
    "The identity provider's answer was not accepted. Try again, or use another way to sign in.",
  )
