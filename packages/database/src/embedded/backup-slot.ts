import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The replication slot that makes PostgreSQL keep its write-ahead log while a backup copies the database's files. */
export const backupSlot = 'billing_checkout_backup'

/**
 * Removes the replication slot of a killed backup from a stopped cluster. With this slot, PostgreSQL would keep its write-ahead log
 * forever.
 */
export const removeBackupSlot = (cluster: string): Promise<void> =>
  rm(join(cluster, 'pg_replslot', backupSlot), { recursive: true, force: true })
