import { Problem } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { recordAuditInTransaction } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import { inOrganization, type OrganizationDatabase } from '../store/in-organization.ts'
import { organizationChanges } from './organization-changes.ts'
import { deleteLogo } from './stored-logos.ts'

/**
 * Archives an organization: revokes its keys, ends its open client and portal sessions, deletes its logo and leaves it out of lists. Its
 * data stays. Throws while the organization has an unfinished subscription, payment or obligation, because no key would be left to finish
 * it. Returns undefined if there is no such organization.
 */
export const archiveOrganization = async (
  database: Database,
  id: string,
  wall: Timestamp,
): Promise<{ readonly id: string; readonly archivedAt: Timestamp; readonly keysRevoked: number } | undefined> => {
  const archived = await transactWithRetries(database, async (transaction) => {
    const row = await transaction
      .selectFrom('organizations')
      .select(['id', 'archivedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const db = inOrganization(transaction, id)
    await refuseUnfinished(db)
    const archivedAt = row.archivedAt ?? wall
    await transaction
      .updateTable('organizations')
      .set({ archivedAt, updatedAt: wall, settings: sql`settings - 'logo'` })
      .where('id', '=', id)
      .execute()
    await deleteLogo(db)
    const revoked = await db
      .updateTable('apiKeys')
      .set({ revokedAt: wall })
      .where('revokedAt', 'is', null)
      .executeTakeFirst()
    await db.updateTable('clientSessions').set({ expiresAt: wall }).where('expiresAt', '>', wall).execute()
    await db
      .updateTable('portalSessions')
      .set({ endedAt: wall, linkHash: null, cookieHash: null })
      .where('endedAt', 'is', null)
      .execute()
    await recordAuditInTransaction(transaction, id, { object: id, after: { archived_at: archivedAt } })
    return { id, archivedAt, keysRevoked: Number(revoked.numUpdatedRows) }
  })
  organizationChanges.emit('change')
  return archived
}

const refuseUnfinished = async (db: OrganizationDatabase): Promise<void> => {
  const count = async (rows: Promise<readonly unknown[]>): Promise<number> => (await rows).length
  const found = {
    'subscriptions that are not cancelled': await count(
      db.selectFrom('subscriptions').select('id').where('status', '<>', 'cancelled').limit(foundMax).execute(),
    ),
    'payments whose outcome or settlement is open': await count(
      db
        .selectFrom('payments')
        .select('id')
        .where('paymentStatus', 'in', ['PENDING', 'AUTHORIZED', 'SETTLING'])
        .limit(foundMax)
        .execute(),
    ),
    'obligations that are owed': await count(
      db.selectFrom('obligations').select('id').where('state', '=', 'open').limit(foundMax).execute(),
    ),
  }
  const open = Object.entries(found)
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number === foundMax ? `${number} or more` : number} ${what}`)
  if (open.length === 0) return
  throw new Problem(
    'invalid_parameter',
    `The organization has ${open.join(' and ')}: end these first. Nothing was changed.`,
  )
}

const foundMax = 100
