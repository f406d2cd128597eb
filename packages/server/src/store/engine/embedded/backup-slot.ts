import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The replication slot that makes PostgreSQL keep its log while the files of the database are copied. */
export const backupSlot = 'billing_checkout_backup'

/** Removes the slot of a backup that was killed from a cluster that does not run: the log would be kept for ever. */
export const removeBackupSlot = (cluster: string): Promise<void> =>
  rm(join(cluster, 'pg_replslot', backupSlot), { recursive: true, force: true })
