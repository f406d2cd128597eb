import type { Timestamp } from '@billing-checkout/domain'
import type { Mode } from '../../config/mode.ts'
import { findLastBackup } from '../../store/health/backups.ts'
import type { Database } from '../../store/database.ts'

/** Hours since the latest backup after which backups count as stopped. */
const hoursMax = 48

/**
 * Describes the age of the latest backup in words. In live mode, throws if there were backups and they have stopped. If there never was
 * one, it does not throw, because the server may be backed up in another way.
 */
export const examineBackups = async (db: Database, mode: Mode, wall: Timestamp): Promise<string> => {
  const at = await findLastBackup(db)
  if (at === null) return 'none was made by `backup`'
  const hours = Math.max(Math.floor((Date.parse(wall) - Date.parse(at)) / 3_600_000), 0)
  const message = `the latest one is of ${at}, ${hours} hours ago`
  if (mode === 'live' && hours >= hoursMax) throw new Error(`${message}: make one with \`backup\``)
  return message
}
