import { IdentityProviderUnavailable } from './identity-provider.ts'

/** The meaning of an error of the OpenID Connect library. */
export interface ProviderFault {
  /** True if the provider or its settings caused the error; false if the answer did. */
  readonly isUnavailable: boolean
  /** For the log; contains no token, code or secret. */
  readonly reason: string
}

/** Codes with which the library reports a provider that is late or answers wrongly. */
const codesOfProvider: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
])

/**
 * OAuth errors with which the provider reports that it cannot answer or does not accept our client (RFC 6749, sections 4.1.2.1 and 5.2).
 */
const errorsOfProvider: ReadonlySet<string> = new Set([
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/** Explains an error of the library. */
export const explainFault = async (error: unknown): Promise<ProviderFault> => {
  if (error instanceof IdentityProviderUnavailable) return { isUnavailable: true, reason: error.message }
  const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } =
    await import('openid-client')
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return {
      isUnavailable: errorsOfProvider.has(error.error),
      reason: `The provider answers ${error.error.slice(0, 100)}.`,
    }
  if (error instanceof WWWAuthenticateChallengeError)
    return { isUnavailable: true, reason: `The provider refuses our client with ${error.status}.` }
  if (error instanceof ClientError) {
    const detail = error.cause instanceof Error ? error.cause.message : error.message
    return { isUnavailable: codesOfProvider.has(error.code), reason: `${detail} (${error.code ?? 'no code'})` }
  }
  // The connection failed, or an address in the metadata is not valid.
  return { isUnavailable: true, reason: error instanceof Error ? reasonOf(error) : String(error) }
}

const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message
