import { z } from 'zod'
import { timestamp } from './fields.ts'

const identityPurposes = ['sign_in', 'reauthenticate'] as const

/** What the dashboard sends a user to the identity provider for. */
export type IdentityPurpose = (typeof identityPurposes)[number]

/** What begins a sign-in with the identity provider, or confirms there who the user is. */
export const identityRequestBody = z.strictObject({ purpose: z.enum(identityPurposes) })

/** Where the browser goes next, within ten minutes. */
export const identityRequest = z.strictObject({
  /** A page of the identity provider, which sends the browser back to `/dashboard/callback`. */
  url: z.string(),
  /** The provider sends it back, so that a window knows which request was answered. */
  state: z.string(),
})

/** Where the browser goes next, within ten minutes. */
export type IdentityRequest = z.infer<typeof identityRequest>

/** What the identity provider sent back with the browser. */
export const identityAnswerBody = z.strictObject({
  /** The query of the address, without its question mark. */
  query: z.string().max(8192),
  /** The token of the invitation that a user accepts by signing in. */
  invitation: z.string().max(255).optional(),
})

/** What the identity provider sent back with the browser. */
export type IdentityAnswer = z.infer<typeof identityAnswerBody>

/** The account at an identity provider that a user signs in with. */
export const identity = z.strictObject({
  /** The provider, as it writes its own address in `iss`. */
  issuer: z.string(),
  /** The name of the account at its issuer. */
  subject: z.string(),
  /** When the user first signed in with it. */
  linked_at: timestamp,
  /** When the user last proved with it who they are. */
  last_used_at: timestamp,
})

/** The account at an identity provider that a user signs in with. */
export type Identity = z.infer<typeof identity>

/** The account of the user who is signed in; null if they are not linked to one. */
export const ownIdentity = z.strictObject({ identity: identity.nullable() })

/** The account of the user who is signed in; null if they are not linked to one. */
export type OwnIdentity = z.infer<typeof ownIdentity>

/** The name of the server's identity provider; null if it has none. */
export const identityProviderName = z.strictObject({ name: z.string().nullable() })

/** The name of the server's identity provider; null if it has none. */
export type IdentityProviderName = z.infer<typeof identityProviderName>
