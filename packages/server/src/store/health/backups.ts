import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { recordAuditInTransaction } from '../audit/record-audit.ts'
import type { Database } from '../database.ts'

/** Records that a backup was made, and by whom. */
export const recordBackup = async (
  db: Database,
  backup: { readonly at: Timestamp; readonly file: string; readonly bytes: number },
): Promise<void> => {
  await transactWithRetries(db, async (transaction) => {
    await transaction.insertInto('backups').values(backup).execute()
    await recordAuditInTransaction(transaction, null, { object: 'database', after: backup })
  })
}

/** The latest moment that a backup includes; `null` if there is no backup. */
export const findLastBackup = async (db: Database): Promise<Timestamp | null> => {
  const { at } = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
