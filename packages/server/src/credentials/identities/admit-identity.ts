import { acceptInvitationBody, Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import { findUserByEmail, insertUser } from '../users/users-by-email.ts'
import { acceptInvitations, consumeInvitations } from './accept-invitations.ts'
import type { VerifiedIdentity } from './identity-provider.ts'
import { IdentityRefusal } from './identity-refusal.ts'
import { isSameAddress } from './is-same-address.ts'

/** A verified person, the issuer, and the token of the invitation that the person accepts. */
export interface IdentityToAdmit extends VerifiedIdentity {
  readonly issuer: string
  readonly invitation?: string | undefined
}

/**
 * Finds the user of an identity, and locks the user's row until the caller's transaction ends. It links a new identity to the user who has
 * the verified address, or creates a user if an invitation is open for the address. Throws an {@link IdentityRefusal}.
 */
export const admitIdentity = async (db: Database, identity: IdentityToAdmit, wall: Timestamp): Promise<string> => {
  const isLinked = (await findLinked(db, identity)) !== undefined
  const invitations = await consumeInvitations(db, { ...identity, isLinked }, wall)
  // Another request may have linked the identity while this one waited for the invitations.
  const linked = await findLinked(db, identity)
  const userId = linked ?? (await userOfAddress(db, identity, invitations.length > 0, wall))
  const user = await recordIdentityUse(db, { ...identity, userId }, wall)
  await acceptInvitations(db, invitations, { ...user, userId }, wall)
  return userId
}

/**
 * Records that a user has just authenticated with their identity, locks the user's row and returns it. Throws an {@link IdentityRefusal} if
 * the identity is not linked to the user, or the user is disabled.
 */
export const recordIdentityUse = async (
  db: Database,
  { issuer, subject, userId }: Pick<IdentityToAdmit, 'issuer' | 'subject'> & { readonly userId: string },
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

const findLinked = async (
  db: Database,
  { issuer, subject }: Pick<IdentityToAdmit, 'issuer' | 'subject'>,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('userIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.userId
}

/** Links an identity to the user who has its verified address. If there is none and the person is invited, creates the user. */
const userOfAddress = async (
  db: Database,
  identity: IdentityToAdmit,
  isInvited: boolean,
  wall: Timestamp,
): Promise<string> => {
  const { verifiedEmail, name } = identity
  if (verifiedEmail === null) throw new IdentityRefusal('the provider names no verified address')
  const known = await findUserByEmail(db, verifiedEmail)
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
 * Locks a user's row and links the user to an identity. A link to a former issuer is replaced. A link to another subject of this issuer
 * stays, because the address may now belong to another person.
 */
const link = async (
  db: Database,
  { issuer, subject, userId }: IdentityToAdmit & { readonly userId: string },
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
  await recordAuditInTransaction(db, null, {
    who: userId,
    what: 'linkIdentity',
    object: userId,
    ...(before && { before: { identity: before } }),
    after: { identity: { issuer, subject } },
  })
}
