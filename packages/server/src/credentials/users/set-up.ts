import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import { hashToken, mintToken } from '../secret-tokens.ts'
import { openDashboardSession } from './dashboard-sessions.ts'
import type { UserAccountDependencies } from './dashboard-users.ts'
import { joinOrganization } from './join-organization.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './users-by-email.ts'

const codeSeconds = 1800

/**
 * Issues the code with which the first user is created, and voids an earlier one. This user becomes an admin of the given organization, or,
 * if it is null, of all organizations. Returns `undefined` if the first user already exists.
 */
export const issueSetUpCode = async (database: Database, organizationId: string | null, wall: Timestamp) => {
  const code = mintToken()
  const values = {
    codeHash: hashToken(code),
    organizationIdOfFirst: organizationId,
    expiresAt: addSeconds(wall, codeSeconds),
  }
  return transactWithRetries(database, async (db) => {
    const issued = await db
      .insertInto('userSetUp')
      .values(values)
      .onConflict((row) => row.column('singleton').doUpdateSet(values).where('userSetUp.usedAt', 'is', null))
      .returning('expiresAt')
      .executeTakeFirst()
    if (issued === undefined) return undefined
    await recordAuditInTransaction(db, null, { object: 'set-up', after: { expires_at: values.expiresAt } })
    return { code, expiresAt: values.expiresAt }
  })
}

/** The dashboard's page that creates the first user. */
export const setUpUrl = (dashboardOrigin: string): string => `${dashboardOrigin}/dashboard/set-up`

/** Whether the first user exists. */
export const hasFirstUser = async (database: Database): Promise<boolean> =>
  (await database.selectFrom('userSetUp').select('usedAt').where('usedAt', 'is not', null).executeTakeFirst()) !==
  undefined

/**
 * Creates the first user, an operator, and returns the cookie. One statement checks and uses the code, so it works only once even if it is
 * submitted twice at the same time. Throws `invalid_credentials` if the code is unknown, used or expired.
 */
export const setUp = async (
  { database, wallClock }: UserAccountDependencies,
  body: { readonly code: string; readonly email: string; readonly name: string; readonly password: string },
): Promise<string> => {
  const codeHash = hashToken(body.code)
  const known = await database
    .selectFrom('userSetUp')
    .select('codeHash')
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', wallClock())
    .executeTakeFirst()
  if (known === undefined) throw codeOver()
  const passwordHash = await hashPassword(body.password)
  const wall = wallClock()
  return transactWithRetries(database, async (db) => {
    const used = await db
      .updateTable('userSetUp')
      .set({ usedAt: wall })
      .where('codeHash', '=', codeHash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', wall)
      .returning('organizationIdOfFirst')
      .executeTakeFirst()
    if (used === undefined) throw codeOver()
    const id = await insertUser(db, { ...body, passwordHash, isOperator: true }, wall)
    const organizations = await db.selectFrom('organizations').select('id').where('archivedAt', 'is', null).execute()
    const { organizationIdOfFirst: only } = used
    for (const organization of organizations.filter(({ id: each }) => only === null || each === only)) {
      await joinOrganization(db, { userId: id, organizationId: organization.id, role: 'admin' }, wall)
    }
    return openDashboardSession(db, id, wall)
  })
}

const codeOver = (): Problem =>
  new Problem(
    'invalid_credentials',
    'This code is unknown, was used or is older than 30 minutes; `billing-checkout user set-up` prints a new one.',
  )
