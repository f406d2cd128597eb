/** An OpenID Connect provider, which identifies a person. */
export interface IdentityProvider {
  readonly issuer: string
  /** The provider's display name. */
  readonly name: string
  /** Returns the provider's page to which the browser is sent. Throws {@link IdentityProviderUnavailable}. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** Verifies the answer that the browser brought back. Throws {@link IdentityProviderUnavailable}. */
  verifyAnswer(answer: AuthorizationAnswer): Promise<VerifiedIdentity | RefusedAnswer>
  /** Queries the provider's metadata again. Throws {@link IdentityProviderUnavailable}. */
  discover(): Promise<void>
}

/** The secrets that bind an answer to its request. The browser takes `state`, `nonce` and a hash of `codeVerifier` to the provider. */
export interface AuthorizationSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A request that the browser takes to the provider. */
export interface AuthorizationRequest extends AuthorizationSecrets {
  /** The address to which the provider sends the browser back. */
  readonly redirectUri: string
  /** Whether the person must authenticate again even if the provider remembers them. */
  readonly isReauthentication: boolean
}

/** The answer that the browser brought back. */
export interface AuthorizationAnswer extends AuthorizationSecrets {
  readonly redirectUri: string
  /** The query of the address, without the question mark. */
  readonly query: string
}

/** A person as the provider identifies them. */
export interface VerifiedIdentity {
  /** The provider's id of the account, which is never given to another person. */
  readonly subject: string
  /** The e-mail address, if the provider has verified that it is the person's; otherwise null. */
  readonly verifiedEmail: string | null
  readonly name: string | null
  /** When the person authenticated, in seconds since 1970; null if the provider does not report it. */
  readonly authenticatedAt: number | null
}

/** An answer that proves nothing; the reason is for the log. */
export interface RefusedAnswer {
  readonly refused: string
}

/** Thrown if the provider does not answer in time, or its answers cannot be used. The message is for the log. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable'
}
