import type { PasskeyPurpose, PasskeyTransport, Role } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The people who use the dashboard. Times of these tables are wall-clock. */
export interface UserTable {
  id: string
  email: string
  /** By which an address is found, however it is written. */
  foldedEmail: GeneratedAlways<string>
  name: string
  /** A PHC string; null until a password is set. */
  passwordHash: string | null
  /** Whether they may do what concerns all organizations. */
  isOperator: Generated<boolean>
  createdAt: Timestamp
  disabledAt: Generated<Timestamp | null>
}

/** What a user may do in an organization. */
export interface MembershipTable {
  organizationId: string
  userId: string
  role: Role
  createdAt: Timestamp
}

/** Browsers in which a user has signed in, by the SHA-256 of their cookie. */
export interface DashboardSessionTable {
  tokenHash: string
  userId: string
  createdAt: Timestamp
  /** When it was last used, to the minute. */
  seenAt: Timestamp
  /** When the user last proved who they are. */
  reauthenticatedAt: Timestamp
  endedAt: Generated<Timestamp | null>
}

/** Links by which a person joins an organization or sets a new password, by the SHA-256 of their token. */
export interface UserTokenTable {
  id: string
  tokenHash: string
  kind: 'invitation' | 'password'
  /** Whose password it sets; null for an invitation, which may be for a person who is no user yet. */
  userId: string | null
  email: string
  /** The organization and the role of an invitation. */
  invitedTo: string | null
  role: Role | null
  /** The admin whose invitation it is, which ends if they are no admin any more; null if it was made on the command line. */
  invitedBy: Generated<string | null>
  createdAt: Timestamp
  expiresAt: Timestamp
}

/** Public keys by which users sign in instead of their password. */
export interface PasskeyTable {
  id: string
  userId: string
  /** The authenticator's own name of the key, in base64url. */
  credentialId: string
  /** In COSE, as base64url. */
  publicKey: string
  /** How often the authenticator says that it has signed; 0 if it does not count. */
  counter: number
  transports: ColumnType<readonly PasskeyTransport[], string, never>
  name: string
  createdAt: Timestamp
  lastUsedAt: Generated<Timestamp | null>
}

/** The account at an identity provider that a user signs in with; one for each user. */
export interface UserIdentityTable {
  userId: string
  issuer: string
  subject: string
  linkedAt: Timestamp
  lastUsedAt: Timestamp
}

/** What a challenge is for: those of passkeys, and of requests to an identity provider. */
export type SignInPurpose = PasskeyPurpose | 'sign_in_by_identity' | 'reauthenticate_by_identity'

/** What authenticators and an identity provider may answer now, by the SHA-256 of the challenge. A row is deleted when it is used. */
export interface SignInChallengeTable {
  challengeHash: string
  purpose: SignInPurpose
  /** Who is signed in; null to sign in. */
  userId: string | null
  expiresAt: Timestamp
}

/** The one row by which the first user is made, once. */
export interface UserSetUpTable {
  singleton: Generated<boolean>
  codeHash: string
  /** The organization that the first user joins; null: all that there are. */
  organizationIdOfFirst: string | null
  expiresAt: Timestamp
  usedAt: Generated<Timestamp | null>
}
