import { type Member, Problem, type Role } from '@billing-checkout/contract'
import { mintId, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { recordAudit } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import type { UserTokenTable } from '../../store/schema/users.ts'
import type { Write } from '../../store/writes/write.ts'
import { hashToken, mintToken } from '../secret-tokens.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'
import { foldEmail } from './users-by-email.ts'

const invitationSeconds = 7 * 86_400

/** A person to invite. */
export interface Invitee {
  readonly email: string
  readonly role: Role
  /** The admin who sends the invitation; null on the command line. */
  readonly invitedBy: string | null
}

/**
 * Invites a person, in the caller's transaction, which has locked the organization's members. The person becomes a member only through the
 * link, because an account with this address may be another person's. A new invitation voids the former one for the same address. Throws
 * `invalid_parameter` for a member. The returned token is the secret of the invitation's link, which is shown only once.
 */
export const inviteToOrganization = async (
  { wallClock }: Pick<UserAccountDependencies, 'wallClock'>,
  work: Write,
  { email, role, invitedBy }: Invitee,
) => {
  const wall = wallClock()
  const { db, organizationId } = work
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('users.id')
    .where('foldedEmail', '=', foldEmail(email))
    .executeTakeFirst()
  if (member !== undefined) throw new Problem('invalid_parameter', 'This person is a member already.')
  await db
    .deleteFrom('userTokens')
    .where('invitedTo', '=', organizationId)
    .where(sql<string>`fold_text(email)`, '=', foldEmail(email))
    .execute()
  const { token, row } = await insertUserToken(
    db,
    { kind: 'invitation', userId: null, email, invitedTo: organizationId, role, invitedBy },
    { wall, seconds: invitationSeconds },
  )
  recordAudit(work, { object: row.id, after: { email, role } })
  return { member: presentInvitation(row), token }
}

/** Lists the open invitations of an organization, the oldest first. */
export const listInvitations = async (
  database: Database,
  organizationId: string,
  wall: Timestamp,
): Promise<readonly Member[]> => {
  const rows = await database
    .selectFrom('userTokens')
    .select(shown)
    .where('invitedTo', '=', organizationId)
    .where('expiresAt', '>', wall)
    .orderBy('createdAt')
    .execute()
  return rows.map(presentInvitation)
}

/** Voids an invitation, in the caller's transaction. Throws `not_found`. */
export const endInvitation = async (work: Write, id: string): Promise<Member> => {
  const row = await work.db
    .deleteFrom('userTokens')
    .where('id', '=', id)
    .where('invitedTo', '=', work.organizationId)
    .returning(shown)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `There is no invitation ${JSON.stringify(id)}.`)
  recordAudit(work, { object: id, before: { email: row.email, role: row.role }, after: null })
  return presentInvitation(row)
}

/**
 * Voids the open invitations that a user sent, in the caller's transaction, which has locked the organization's members. Otherwise, a
 * removed admin could join again through one of them.
 */
export const endInvitationsBy = async (work: Write, userId: string): Promise<void> => {
  const rows = await work.db
    .deleteFrom('userTokens')
    .where('invitedTo', '=', work.organizationId)
    .where('invitedBy', '=', userId)
    .returning(shown)
    .execute()
  for (const { id, email, role } of rows) recordAudit(work, { object: id, before: { email, role }, after: null })
}

/** The dashboard's page on which an invited person joins. */
export const invitationUrl = (dashboardOrigin: string, token: string): string =>
  `${dashboardOrigin}/dashboard/invitation/${token}`

/** The dashboard's page on which a user sets a new password. */
export const passwordUrl = (dashboardOrigin: string, token: string): string =>
  `${dashboardOrigin}/dashboard/password/${token}`

/** Stores a new link, and returns it with its secret. */
export const insertUserToken = async (
  db: Pick<Database, 'insertInto'>,
  link: Omit<Insertable<UserTokenTable>, 'id' | 'tokenHash' | 'createdAt' | 'expiresAt'>,
  { wall, seconds }: { readonly wall: Timestamp; readonly seconds: number },
) => {
  const token = mintToken()
  const id = mintId('inv', Date.parse(wall), randomBytes(16))
  const dates = { createdAt: wall, expiresAt: addSeconds(wall, seconds) }
  const row = await db
    .insertInto('userTokens')
    .values({ ...link, id, tokenHash: hashToken(token), ...dates })
    .returning(shown)
    .executeTakeFirstOrThrow()
  return { token, row }
}

const shown = ['id', 'email', 'role', 'expiresAt'] as const

const presentInvitation = (row: Pick<Selectable<UserTokenTable>, (typeof shown)[number]>): Member => ({
  id: row.id,
  email: row.email,
  name: null,
  // The table requires a role for every invitation, so the default is never used.
  role: row.role ?? 'read_only',
  is_operator: false,
  disabled_at: null,
  invited_until: row.expiresAt,
})
