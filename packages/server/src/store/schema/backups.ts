import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'

/** Backups that were made of this database. */
export interface BackupTable {
  id: Generated<number>
  /** The moment whose state the backup contains. */
  at: Timestamp
  /** The path of the backup. */
  file: string
  bytes: number
  finishedAt: Generated<Timestamp>
}
