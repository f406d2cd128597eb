import { startOfMonthAfter } from '@billing-checkout/domain'
import type { Logger } from 'pino'
import { dropAuditLinks } from '../store/audit/drop-audit-links.ts'
import { type AuditHead, sealAudit } from '../store/audit/seal-audit.ts'
import type { Database } from '../store/database.ts'
import { readWallClock } from '../store/events/months/maintain-event-months.ts'
import type { Job } from './job.ts'

/**
 * Seals new entries into the hash chain of the audit log, and writes the chain's head to the server's log at most once a minute. A person
 * with access to the database alone cannot change the server's log, so a forged chain differs from the heads there.
 */
export const sealAuditJob = (database: Database, key: Uint8Array, logger: Logger): Job => {
  let loggedAt = -Infinity
  let head: AuditHead | undefined
  return {
    name: 'seal-audit',
    everySeconds: 2,
    async run() {
      for (let next = await sealAudit(database, key); next !== undefined; next = await sealAudit(database, key))
        head = next
      if (head === undefined || performance.now() - loggedAt < loggedEveryMillis) return
      loggedAt = performance.now()
      logger.info({ link: head.number, hash: head.hash }, 'the audit log is sealed')
      head = undefined
    },
  }
}

const loggedEveryMillis = 60_000

/** How long the audit log is kept. */
interface AuditKeeping {
  /** How many whole months are kept in addition to the current one. */
  readonly keptMonths: number
  readonly key: Uint8Array
}

/** Drops months of the audit log past retention. */
export const auditMonthsJob = (database: Database, { keptMonths, key }: AuditKeeping): Job => ({
  name: 'keep-audit-months',
  everySeconds: 600,
  async run() {
    await dropAuditLinks(database, key, startOfMonthAfter(await readWallClock(database), -keptMonths))
  },
})
