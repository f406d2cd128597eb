import { type Member, Problem, type Role } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { endSessionsOf } from './dashboard-sessions.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'
import { endInvitation, endInvitationsBy, listInvitations } from './invitations.ts'

/**
 * The name that invitations, removals and changes of an organization's members lock. Without this lock, two changes at the same time could
 * remove the last two admins.
 */
export const membersLock = 'members'

/** An admin's changes to a user. */
export interface MemberChange {
  readonly role?: Role | undefined
  readonly name?: string | undefined
  readonly disabled?: boolean | undefined
}

/** Lists the users of an organization, and after them its open invitations. Both lists begin with the oldest entry. */
export const listMembers = async (
  { database, wallClock }: UserAccountDependencies,
  organizationId: string,
): Promise<readonly Member[]> => {
  const db = inOrganization(database, organizationId)
  const users = await membersOf(db).orderBy('memberships.createdAt').orderBy('users.id').execute()
  return [...users.map(presentMember), ...(await listInvitations(database, organizationId, wallClock()))]
}

/** Changes a user. Throws `not_found`, `insufficient_permission` or `last_admin`. */
export const updateMember = async (
  { database, wallClock }: UserAccountDependencies,
  call: CallerContext,
  id: string,
  { role, name, disabled }: MemberChange,
): Promise<Member> => {
  const isElsewhere = await isMemberElsewhere(database, id, call.organization.id)
  return changeMembersAsAdmin(database, call, async (work) => {
    const before = await findMember(work.db, id)
    if (name !== undefined || disabled !== undefined) refuseForeignUser(call, before, { isElsewhere, disabled })
    if ((role !== undefined && role !== 'admin') || disabled === true) await endAdminRights(work, before)
    if (role !== undefined) await work.db.updateTable('memberships').set({ role }).where('userId', '=', id).execute()
    if (name !== undefined) await work.db.updateTable('users').set({ name }).where('id', '=', id).execute()
    if (disabled !== undefined) {
      const wall = wallClock()
      await work.db
        .updateTable('users')
        .set({ disabledAt: disabled ? (before.disabledAt ?? wall) : null })
        .where('id', '=', id)
        .execute()
      if (disabled) await endSessionsOf(work.db, id, wall)
    }
    const after = presentMember(await findMember(work.db, id))
    recordAudit(work, { object: id, before: presentMember(before), after })
    return after
  })
}

interface Forced {
  /** Whether the change may leave the organization without an admin. */
  readonly force?: boolean | undefined
}

/** Removes a user from the organization, or voids an invitation. The caller has locked the members. Throws `not_found` or `last_admin`. */
export const removeMember = async (work: Write, id: string, forced?: Forced): Promise<Member> => {
  if (id.startsWith('inv_')) return endInvitation(work, id)
  const row = await findMember(work.db, id)
  await endAdminRights(work, row, forced)
  await work.db.deleteFrom('memberships').where('userId', '=', id).execute()
  recordAudit(work, { object: id, before: presentMember(row), after: null })
  return presentMember(row)
}

/** Changes a user's role. The caller has locked the members. Throws `not_found` or `last_admin`. */
export const setRole = async (work: Write, id: string, role: Role, forced?: Forced): Promise<Member> => {
  const before = await findMember(work.db, id)
  if (role !== 'admin') await endAdminRights(work, before, forced)
  await work.db.updateTable('memberships').set({ role }).where('userId', '=', id).execute()
  const after = { ...presentMember(before), role }
  recordAudit(work, { object: id, before: presentMember(before), after })
  return after
}

/**
 * Changes the members of the caller's organization under their lock. It reads the caller's role again, because another admin may have
 * removed the caller since authentication.
 */
export const changeMembersAsAdmin = <Result>(
  database: Database,
  { organization, principal }: CallerContext,
  change: (work: Write) => Promise<Result>,
): Promise<Result> =>
  write(database, organization.id, {
    locks: [membersLock],
    load: async () => undefined,
    run: async (work) => {
      const role =
        principal.kind === 'user' &&
        (
          await work.db
            .selectFrom('memberships')
            .select('role')
            .where('userId', '=', principal.userId)
            .executeTakeFirst()
        )?.role
      if (role !== 'admin')
        throw new Problem('insufficient_permission', 'You are no longer an admin of this organization.')
      return change(work)
    },
  })

const membersOf = (db: OrganizationDatabase) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id', 'email', 'name', 'role', 'isOperator', 'disabledAt'])

const findMember = async (db: OrganizationDatabase, id: string): Promise<MemberRow> => {
  const row = await membersOf(db).where('users.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `There is no user ${JSON.stringify(id)}.`)
  return row
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>

const presentMember = ({ id, email, name, role, isOperator, disabledAt }: MemberRow): Member => ({
  id,
  email,
  name,
  role,
  is_operator: isOperator,
  disabled_at: disabledAt,
  invited_until: null,
})

/**
 * Refuses changes to an operator, and to a user who is also a member of another organization, because the change would show there, too.
 * Such users may change their own name, but not disable themselves, because that could leave another organization without an admin.
 */
const refuseForeignUser = (
  { principal }: CallerContext,
  { id, isOperator }: MemberRow,
  { isElsewhere, disabled }: Pick<MemberChange, 'disabled'> & { readonly isElsewhere: boolean },
): void => {
  if (disabled === undefined && principal.kind === 'user' && principal.userId === id) return
  if (isElsewhere || isOperator)
    throw new Problem(
      'insufficient_permission',
      'This user is an operator or a member of another organization, so only their role here can be changed.',
    )
}

const isMemberElsewhere = async (database: Database, id: string, organizationId: string): Promise<boolean> => {
  const other = await acrossOrganizations(database, 'user session')
    .selectFrom('memberships')
    .select('userId')
    .where('userId', '=', id)
    .where('organizationId', '!=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/**
 * Voids the open invitations that a user has sent, because the user stops being an admin. Throws `last_admin` if no other admin remains,
 * unless the change is forced.
 */
const endAdminRights = async (work: Write, { id, role }: MemberRow, forced?: Forced): Promise<void> => {
  if (role === 'admin' && forced?.force !== true) await refuseLastAdmin(work.db, id)
  await endInvitationsBy(work, id)
}

/** Refuses to leave the organization without an admin who can sign in. The caller has locked the members. */
const refuseLastAdmin = async (db: OrganizationDatabase, id: string): Promise<void> => {
  const other = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('users.id')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .where('users.id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) throw new Problem('last_admin', 'The organization would be left without an admin.')
}
