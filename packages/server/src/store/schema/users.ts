import type { PasskeyPurpose, PasskeyTransport, Role } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The people who use the dashboard. Times of these tables are wall-clock. */
export interface UserTable {
  id: string
  email: string
  /** The address, folded for comparison. */
  foldedEmail: GeneratedAlways<string>
  name: string
  /** A PHC string; null until a password is set. */
  passwordHash: string | null
  /** Whether the user may do things that concern all organizations. */
  isOperator: Generated<boolean>
  createdAt: Timestamp
  disabledAt: Generated<Timestamp | null>
}

/** A user's role in an organization. */
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
  /** When the session was last used, to the minute. */
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
  /** The user whose password the link sets; null for an invitation, whose recipient may not be a user yet. */
  userId: string | null
  email: string
  /** The organization and the role of an invitation. */
  invitedTo: string | null
  role: Role | null
  /** The admin who sent the invitation, which is void if they are no longer an admin; null if it was made on the command line. */
  invitedBy: Generated<string | null>
  createdAt: Timestamp
  expiresAt: Timestamp
}

/** Passkeys by which users sign in instead of with a password. */
export interface PasskeyTable {
  id: string
  userId: string
  /** The authenticator's own id of the key, in base64url. */
  credentialId: string
  /** In COSE, as base64url. */
  publicKey: string
  /** The authenticator's signature counter; 0 if it does not count. */
  counter: number
  transports: ColumnType<readonly PasskeyTransport[], string, never>
  name: string
  createdAt: Timestamp
  lastUsedAt: Generated<Timestamp | null>
}

/** The account at an identity provider that a user signs in with; at most one for each user. */
export interface UserIdentityTable {
  userId: string
  issuer: string
  subject: string
  linkedAt: Timestamp
  lastUsedAt: Timestamp
}

/** The purpose of a challenge, which goes to a passkey or to an identity provider. */
export type SignInPurpose = PasskeyPurpose | 'sign_in_by_identity' | 'reauthenticate_by_identity'

/** Open challenges to authenticators and to an identity provider, by the challenge's SHA-256. Using a challenge deletes its row. */
export interface SignInChallengeTable {
  challengeHash: string
  purpose: SignInPurpose
  /** The signed-in user; null for a challenge to sign in. */
  userId: string | null
  expiresAt: Timestamp
}

/** A table of at most one row, so that the first user is created only once. */
export interface UserSetUpTable {
  singleton: Generated<boolean>
  codeHash: string
  /** The organization that the first user joins; null: all existing organizations. */
  organizationIdOfFirst: string | null
  expiresAt: Timestamp
  usedAt: Generated<Timestamp | null>
}
