import type { Role } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import { hashToken } from '../secret-tokens.ts'
import { joinOrganization } from '../users/join-organization.ts'
import { findUserByEmail, foldEmail } from '../users/users-by-email.ts'
import type { VerifiedIdentity } from './identity-provider.ts'
import { IdentityRefusal } from './identity-refusal.ts'
import { isSameAddress } from './is-same-address.ts'

/** An invitation that the caller's transaction has used up. */
export interface ConsumedInvitation {
  readonly email: string
  readonly invitedTo: string
  readonly role: Role
}

/** A person whose invitations may be accepted. */
export interface InvitedIdentity extends Pick<VerifiedIdentity, 'verifiedEmail'> {
  /** The token of the invitation that the person accepts. */
  readonly invitation?: string | undefined
  /** Whether a user is already linked to the identity. */
  readonly isLinked: boolean
}

/**
 * Uses up the named invitation. If the person is not a user yet, it uses up all open invitations for the address. An existing user joins
 * another organization only by naming its invitation. Throws an {@link IdentityRefusal}.
 */
export const consumeInvitations = async (
  db: Database,
  { verifiedEmail, invitation, isLinked }: InvitedIdentity,
  wall: Timestamp,
): Promise<readonly ConsumedInvitation[]> => {
  const named = invitation === undefined ? null : hashToken(invitation)
  if (named === null && (isLinked || verifiedEmail === null)) return []
  if (verifiedEmail === null) throw new IdentityRefusal('the provider names no verified address for the invitation')
  const isKnown = isLinked || (await findUserByEmail(db, verifiedEmail)) !== undefined
  if (named === null && isKnown) return []
  const open = (await lockInvitations(db, verifiedEmail, wall)).filter(({ email }) =>
    isSameAddress(email, verifiedEmail),
  )
  if (named !== null && !open.some(({ tokenHash }) => tokenHash === named))
    throw new IdentityRefusal('the invitation has ended, or is for another address')
  const used = isKnown ? open.filter(({ tokenHash }) => tokenHash === named) : open
  for (const { tokenHash } of used) await db.deleteFrom('userTokens').where('tokenHash', '=', tokenHash).execute()
  return used.map(({ email, invitedTo, role }) => {
    if (invitedTo === null || role === null) throw new TypeError('An invitation names its organization and role.')
    return { email, invitedTo, role }
  })
}

/** The user who accepts invitations, as stored. */
export interface InvitedUser {
  readonly userId: string
  readonly email: string
  readonly passwordHash: string | null
}

/** Adds a user, whose row the caller has locked, to the organizations of invitations. Throws an {@link IdentityRefusal}. */
export const acceptInvitations = async (
  db: Database,
  invitations: readonly ConsumedInvitation[],
  { userId, email, passwordHash }: InvitedUser,
  wall: Timestamp,
): Promise<void> => {
  for (const { email: invited, invitedTo, role } of invitations) {
    // Compare the addresses, because a linked user may have a different address at the provider by now.
    if (!isSameAddress(invited, email)) throw new IdentityRefusal('the invitation is for another address', userId)
    // Another person may have created this account with a password, and that person would then join the organization, too (DECISIONS 196).
    if (passwordHash !== null) throw new IdentityRefusal('a user with a password joins by the password', userId)
    await joinOrganization(db, { userId, organizationId: invitedTo, role }, wall)
  }
}

const lockInvitations = (db: Database, email: string, wall: Timestamp) =>
  db
    .selectFrom('userTokens')
    .select(['email', 'invitedTo', 'role', 'tokenHash'])
    .where('kind', '=', 'invitation')
    .where('expiresAt', '>', wall)
    .where(sql<string>`fold_text(email)`, '=', foldEmail(email))
    .orderBy('id')
    .forUpdate()
    .execute()
