import { emailInput } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ClientAuth, Configuration } from 'openid-client'
import type { IdentityProviderSettings } from '../../config/config.ts'
import { isSecureUrl } from '../../config/is-public.ts'
import { createShortLivedCache } from '../short-lived-cache.ts'
import { explainFault } from './explain-fault.ts'
import {
  type AuthorizationAnswer,
  type IdentityProvider,
  IdentityProviderUnavailable,
  type RefusedAnswer,
  type VerifiedIdentity,
} from './identity-provider.ts'

/** Options of the provider, in addition to its settings. */
export interface OpenIdConnectProviderOptions {
  readonly wallClock: () => Timestamp
  /** Seconds that one request to the provider may take; absent: 10. */
  readonly timeoutSeconds?: number
}

/** Milliseconds for which the provider's metadata is used before it is queried again. */
const metadataMillis = 3_600_000

/** Creates an OpenID Connect provider. It is queried at its first use, not when the server starts. */
export const createOpenIdConnectProvider = (
  settings: IdentityProviderSettings,
  { wallClock, timeoutSeconds = 10 }: OpenIdConnectProviderOptions,
): IdentityProvider => {
  const remembered = createShortLivedCache<Configuration>(metadataMillis, 1)
  const configuration = async (): Promise<Configuration> => {
    const known = await remembered.get('metadata', wallClock(), () => discover(settings, timeoutSeconds))
    if (known === undefined) throw new IdentityProviderUnavailable('The provider has no metadata.')
    return known
  }
  return {
    issuer: settings.issuer,
    name: settings.name,
    authorizationUrl: ({ redirectUri, state, nonce, codeVerifier, isReauthentication }) =>
      wrapProviderFaults(async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          ...(isReauthentication && { prompt: 'login', max_age: '0' }),
        })
        if (!isSecureUrl(url)) throw new IdentityProviderUnavailable('The authorization endpoint has no https address.')
        return url
      }),
    async verifyAnswer(answer) {
      const metadata = await wrapProviderFaults(configuration)
      try {
        return await redeem(metadata, answer)
      } catch (error) {
        const fault = await explainFault(error)
        if (fault.isUnavailable) throw new IdentityProviderUnavailable(fault.reason, { cause: error })
        return { refused: fault.reason }
      }
    },
    async discover() {
      remembered.clear()
      await wrapProviderFaults(configuration)
    },
  }
}

/** The library takes a while to load, so it is loaded at the first sign-in. */
const library = () => import('openid-client')

const discover = async (
  { issuer, clientId, clientSecret }: IdentityProviderSettings,
  timeout: number,
): Promise<Configuration> => {
  const { discovery, enableNonRepudiationChecks, allowInsecureRequests } = await library()
  const server = new URL(issuer)
  // Without these checks, the library trusts the connection and verifies no signature.
  const execute = [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])]
  const metadata = { client_secret: clientSecret }
  return discovery(server, clientId, metadata, await authenticateBy(clientSecret), { timeout, execute })
}

/**
 * Chooses how the client authenticates, according to the provider's metadata. The default is `client_secret_basic` (OpenID Connect
 * Discovery 1.0, section 3).
 */
const authenticateBy = async (clientSecret: string): Promise<ClientAuth> => {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

/** Exchanges the code of an answer for an ID token, and verifies the answer and the token. */
const redeem = async (
  configuration: Configuration,
  { redirectUri, query, state, nonce, codeVerifier }: AuthorizationAnswer,
): Promise<VerifiedIdentity | RefusedAnswer> => {
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new IdentityProviderUnavailable('The provider sent no ID token.')
  const { sub: subject, auth_time: authenticatedAt = null } = claims
  // The limit of OpenID Connect Core 1.0, section 2; and PostgreSQL cannot store NUL.
  if (!/^[ -~]{1,255}$/.test(subject)) return { refused: 'sub is not 1 to 255 ASCII characters' }
  const hasEmail = claims['email'] !== undefined && claims['email_verified'] !== undefined
  const asksForMore = !hasEmail && configuration.serverMetadata().userinfo_endpoint !== undefined
  const person = asksForMore ? await fetchUserInfo(configuration, tokens.access_token, subject) : claims
  const { email, email_verified: isVerified, name } = person
  return {
    subject,
    verifiedEmail: isVerified === true ? (emailInput.safeParse(email).data ?? null) : null,
    name: typeof name === 'string' ? name : null,
    authenticatedAt,
  }
}

const wrapProviderFaults = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof IdentityProviderUnavailable) throw error
    throw new IdentityProviderUnavailable((await explainFault(error)).reason, { cause: error })
  }
}
