import { z } from 'zod'
import { nullableText, timestamp } from './fields.ts'

const identityPurposes = ['sign_in', 'reauthenticate'] as const

/** Why the dashboard sends a user to the identity provider. */
export type IdentityPurpose = (typeof identityPurposes)[number]

/** The body that starts a sign-in, or a confirmation of the user's identity, at the identity provider. */
export const identityRequestBody = z.strictObject({ purpose: z.enum(identityPurposes) })

/** The address to which the browser goes next; valid for ten minutes. */
export const identityRequest = z.strictObject({
  /** A page of the identity provider, which redirects the browser to `/dashboard/callback`. */
  url: z.string(),
  /** A value that the provider returns, so that the window knows which request was answered. */
  state: z.string(),
})

/** The address to which the browser goes next; valid for ten minutes. */
export type IdentityRequest = z.infer<typeof identityRequest>

/** The identity provider's answer, which arrives in the address of the redirected browser. */
export const identityAnswerBody = z.strictObject({
  /** The query of the redirect's address, without its question mark. */
  query: z.string().max(8192),
  /** The token of the invitation that a user accepts by signing in. */
  invitation: z.string().max(255).optional(),
})

/** The identity provider's answer, which arrives in the address of the redirected browser. */
export type IdentityAnswer = z.infer<typeof identityAnswerBody>

/** The account at an identity provider with which a user signs in. */
export const identity = z.strictObject({
  /** The provider, as in the `iss` claim of its tokens. */
  issuer: z.string(),
  /** The provider's identifier of the account, as in the `sub` claim. */
  subject: z.string(),
  /** When the user first signed in with this account. */
  linked_at: timestamp,
  /** When the user last proved their identity with this account. */
  last_used_at: timestamp,
})

/** The account at an identity provider with which a user signs in. */
export type Identity = z.infer<typeof identity>

/** The signed-in user's account at the identity provider; null if none is linked. */
export const ownIdentity = z.strictObject({ identity: identity.nullable() })

/** The signed-in user's account at the identity provider; null if none is linked. */
export type OwnIdentity = z.infer<typeof ownIdentity>

/** The name of the server's identity provider; null if the server has none. */
export const identityProviderName = z.strictObject({ name: nullableText })

/** The name of the server's identity provider; null if the server has none. */
export type IdentityProviderName = z.infer<typeof identityProviderName>
