import { acceptInvitationBody, Problem, type Role } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { recordAuditOf } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { hashToken } from '../secret-tokens.ts'
import { findUser, insertUser } from '../users/users-by-email.ts'
import type { VerifiedIdentity } from './identity-provider.ts'
import { isSameAddress } from './is-same-address.ts'

/** Why a verified identity is not let in, for the log, and whose it seemed to be. */
export class IdentityRefusal extends Error {
  override readonly name = 'IdentityRefusal'
  readonly userId: string | undefined

  constructor(reason: string, userId?: string) {
    super(reason)
    this.userId = userId
  }
}

/** Who signs in, at which issuer, and the token of the invitation that they accept. */
export interface AdmittedIdentity extends VerifiedIdentity {
  readonly issuer: string
  readonly invitation?: string | undefined
}

/**
 * Finds the user of an identity in the caller's transaction, and holds the user's row until it ends. At first sight of an identity it links
 * the user of the verified address, or makes one for whom an invitation is open. Throws an {@link IdentityRefusal}.
 */
export const admitIdentity = async (db: Database, identity: AdmittedIdentity, wall: Timestamp): Promise<string> => {
  const invitations = await takeInvitations(db, identity, wall)
  const linked = await findLinked(db, identity)
  const userId = linked ?? (await userOfAddress(db, identity, invitations.length > 0, wall))
  const { email, passwordHash } = await useIdentity(db, { ...identity, userId }, wall)
  for (const { email: invited, invitedTo, role } of invitations) {
    // A linked user may have another address at the provider by now.
    if (!isSameAddress(invited, email)) throw new IdentityRefusal('the invitation is for another address', userId)
    // An account with a password may have been made early by another person, who would join as well (DECISIONS 196).
    if (passwordHash !== null) throw new IdentityRefusal('a user with a password joins by the password', userId)
    await join(db, { userId, organizationId: invitedTo, role }, wall)
  }
  return userId
}

/**
 * Writes that a user has just proved who they are by their identity, holds the user's row and returns it. Throws an {@link IdentityRefusal} if it is
 * not theirs, or if the user is disabled.
 */
export const useIdentity = async (
  db: Database,
  { issuer, subject, userId }: Pick<AdmittedIdentity, 'issuer' | 'subject'> & { readonly userId: string },
  wall: Timestamp,
): Promise<{ readonly email: string; readonly passwordHash: string | null }> => {
  const user = await db
    .selectFrom('users')
    .select(['email', 'passwordHash', 'disabledAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.disabledAt !== null) throw new IdentityRefusal('the user is disabled', userId)
  const used = await db
    .updateTable('userIdentities')
    .set({ lastUsedAt: wall })
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('userId')
    .executeTakeFirst()
  if (used === undefined)
    throw new IdentityRefusal('the user is linked to another subject, or to none any more', userId)
  return user
}

interface OpenInvitation {
  readonly email: string
  readonly invitedTo: string
  readonly role: Role
}

/**
 * Uses up the invitation that was named, or for a person who is no user yet all that are open for the address. An organization adds no user
 * of another one who did not accept its invitation.
 */
const takeInvitations = async (
  db: Database,
  { verifiedEmail, invitation, issuer, subject }: AdmittedIdentity,
  wall: Timestamp,
): Promise<readonly OpenInvitation[]> => {
  const named = invitation === undefined ? null : hashToken(invitation)
  const isLinked = (await findLinked(db, { issuer, subject })) !== undefined
  if (named === null && (isLinked || verifiedEmail === null)) return []
  if (verifiedEmail === null) throw new IdentityRefusal('the provider names no verified address for the invitation')
  const isKnown = isLinked || (await findUser(db, verifiedEmail)) !== undefined
  if (named === null && isKnown) return []
  const open = (await lockInvitations(db, verifiedEmail, wall)).filter(({ email }) =>
    isSameAddress(email, verifiedEmail),
  )
  if (named !== null && !open.some(({ tokenHash }) => tokenHash === named))
    throw new IdentityRefusal('the invitation is over, or for another address')
  const taken = isKnown ? open.filter(({ tokenHash }) => tokenHash === named) : open
  for (const { tokenHash } of taken) await db.deleteFrom('userTokens').where('tokenHash', '=', tokenHash).execute()
  return taken.map(({ email, invitedTo, role }) => {
    if (invitedTo === null || role === null) throw new TypeError('An invitation names its organization and role.')
    return { email, invitedTo, role }
  })
}

const lockInvitations = (db: Database, email: string, wall: Timestamp) =>
  db
    .selectFrom('userTokens')
    .select(['email', 'invitedTo', 'role', 'tokenHash'])
    .where('kind', '=', 'invitation')
    .where('expiresAt', '>', wall)
    .where((row) => row(row.fn<string>('fold_text', ['email']), '=', row.fn<string>('fold_text', [row.val(email)])))
    .orderBy('id')
    .forUpdate()
    .execute()

const findLinked = async (
  db: Database,
  { issuer, subject }: Pick<AdmittedIdentity, 'issuer' | 'subject'>,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('userIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

/** Links the user of a verified address, who is made if they are invited. */
const userOfAddress = async (
  db: Database,
  identity: AdmittedIdentity,
  isInvited: boolean,
  wall: Timestamp,
): Promise<string> => {
  const { verifiedEmail, name } = identity
  if (verifiedEmail === null) throw new IdentityRefusal('the provider names no verified address')
  const known = await findUser(db, verifiedEmail)
  if (known !== undefined && !isSameAddress(known.email, verifiedEmail))
    throw new IdentityRefusal('the address only resembles the one of a user', known.id)
  if (known === undefined && !isInvited) throw new IdentityRefusal('no user and no open invitation has the address')
  const userId = known?.id ?? (await insertInvited(db, { email: verifiedEmail, name }, wall))
  await link(db, { ...identity, userId }, wall)
  return userId
}

const insertInvited = async (
  db: Database,
  { email, name }: { readonly email: string; readonly name: string | null },
  wall: Timestamp,
): Promise<string> => {
  const read = acceptInvitationBody.shape.name.safeParse(name ?? email)
  const user = { email, name: (read.success && read.data) || email, passwordHash: null, isOperator: false }
  return insertUser(db, user, wall).catch((error: unknown) => {
    throw error instanceof Problem ? new IdentityRefusal('another request has just made the user') : error
  })
}

/**
 * Links a user to an identity, under the user's row. A link to a former issuer is replaced; one to another subject of this issuer stays,
 * because the address may have become another person's.
 */
const link = async (
  db: Database,
  { issuer, subject, userId }: AdmittedIdentity & { readonly userId: string },
  wall: Timestamp,
): Promise<void> => {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  const before = await db
    .selectFrom('userIdentities')
    .select(['issuer', 'subject'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (before?.issuer === issuer) return
  await db.deleteFrom('userIdentities').where('userId', '=', userId).execute()
  const linked = await db
    .insertInto('userIdentities')
    .values({ userId, issuer, subject, linkedAt: wall, lastUsedAt: wall })
    .onConflict((row) => row.doNothing())
    .returning('userId')
    .executeTakeFirst()
  if (linked === undefined) throw new IdentityRefusal('another request has just linked the identity', userId)
  await recordAuditOf(db, null, {
    who: userId,
    what: 'linkIdentity',
    object: userId,
    ...(before && { before: { identity: before } }),
    after: { identity: { issuer, subject } },
  })
}

const join = async (
  db: Database,
  { userId, organizationId, role }: { readonly userId: string; readonly organizationId: string; readonly role: Role },
  wall: Timestamp,
): Promise<void> => {
  await inOrganization(db, organizationId)
    .insertInto('memberships')
    .values({ userId, role, createdAt: wall })
    .onConflict((row) => row.columns(['organizationId', 'userId']).doNothing())
    .execute()
  await recordAuditOf(db, organizationId, { who: userId, object: userId, after: { role } })
}
