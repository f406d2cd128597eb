/** An OpenID Connect provider, which says who a person is. */
export interface IdentityProvider {
  readonly issuer: string
  /** Its name for people. */
  readonly name: string
  /** The page of the provider that a browser goes to. Throws {@link IdentityProviderUnavailable}. */
  authorizationUrl(request: AuthorizationRequest): Promise<URL>
  /** Verifies what the provider sent back with a browser. Throws {@link IdentityProviderUnavailable}. */
  verifyAnswer(answer: AuthorizationAnswer): Promise<VerifiedIdentity | RefusedAnswer>
  /** Queries the metadata of the provider again. Throws {@link IdentityProviderUnavailable}. */
  discover(): Promise<void>
}

/** The secrets that bind an answer to its request; `state` and `nonce` are sent to the provider. */
export interface AuthorizationSecrets {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** What a browser is sent to the provider for. */
export interface AuthorizationRequest extends AuthorizationSecrets {
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
  /** Whether the person has to prove again who they are, also if the provider remembers them. */
  readonly isReauthentication: boolean
}

/** What came back with a browser. */
export interface AuthorizationAnswer extends AuthorizationSecrets {
  readonly redirectUri: string
  /** The query of the address, without its question mark. */
  readonly query: string
}

/** A person as the provider names them. */
export interface VerifiedIdentity {
  /** The name of their account at the provider, which never becomes another person's. */
  readonly subject: string
  /** Null unless the provider has verified that the address is theirs. */
  readonly verifiedEmail: string | null
  readonly name: string | null
  /** When they proved who they are, in seconds since 1970; null if the provider does not say. */
  readonly authenticatedAt: number | null
}

/** An answer that proves nothing; the reason is for the log. */
export interface RefusedAnswer {
  readonly refused: string
}

/** The provider did not answer in time, or its answers are of no use. The message is for the log. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable'
}
