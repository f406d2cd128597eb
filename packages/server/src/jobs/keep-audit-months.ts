import { monthAfter } from '@billing-checkout/domain'
import { dropAudit } from '../store/audit/drop-audit.ts'
import type { Database } from '../store/database.ts'
import { readWallClock } from '../store/events/months/keep-event-months.ts'
import type { Job } from './job.ts'

/** How long the audit log is kept. */
export interface AuditKeeping {
  /** How many whole months are kept in addition to the current one. */
  readonly keptMonths: number
  readonly key: Uint8Array
}

/** Drops months of the audit log past retention. */
export const keepAuditMonthsJob = (database: Database, { keptMonths, key }: AuditKeeping): Job => ({
  name: 'keep-audit-months',
  everySeconds: 600,
  async run() {
    await dropAudit(database, key, monthAfter(await readWallClock(database), -keptMonths))
  },
})
