import type { Timestamp } from '@billing-checkout/domain'
import type { Mode } from '../../config/mode.ts'
import { findLastBackup } from '../../store/health/backups.ts'
import type { Database } from '../../store/database.ts'

/** Hours without a new backup after which backups that were made before count as stopped. */
const hoursMax = 48

/**
 * Answers how old the latest backup is. Throws where backups of live money were made and have stopped; who makes none with this command
 * backs up in another way, or plays.
 */
export const examineBackups = async (db: Database, mode: Mode, wall: Timestamp): Promise<string> => {
  const at = await findLastBackup(db)
  if (at === null) return 'none was made by `backup`'
  const hours = Math.max(Math.floor((Date.parse(wall) - Date.parse(at)) / 3_600_000), 0)
  const message = `the latest one is of ${at}, ${hours} hours ago`
  if (mode === 'live' && hours >= hoursMax) throw new Error(`${message}: make one with \`backup\``)
  return message
}
