import { oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { listOrganizations } from '../../organization/organizations.ts'
import { daysBefore, retentionOf } from '../../organization/retention.ts'
import type { Database } from '../../store/database.ts'
import { countFinished, countMax, countOld, countOldDeliveries } from '../../store/retention/retention.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'

/**
 * Reports when retention, the job that deletes old rows, last ran. Throws if rows remain that should have been deleted a day ago, unless
 * retention is working on them. The error states how many rows of each kind remain, and in which organizations.
 */
export const examineRetention = async (db: Database, wallNow: Timestamp): Promise<string> => {
  const [run, overdue] = await Promise.all([readRun(db), findOverdue(db, wallNow)])
  const ran = run.endedAt === null ? 'it has not run yet' : `last run at ${run.endedAt}`
  const isBehind = !run.isWhole || run.hasStopped
  if (overdue.length > 0 && isBehind) {
    const cause = run.hasStopped
      ? 'Either no process runs the jobs (serve without --no-jobs, or work), or the job keep-retention fails: see the log'
      : 'It continues every hour, for ten minutes'
    throw new Error(`Kept for a day too long: ${overdue.join(', ')}; ${ran}. ${cause}.`)
  }
  return `${ran}; ${overdue.length === 0 ? 'nothing is overdue' : 'the rest goes with the next one'}`
}

interface Run {
  /** The end of the last run; null before the first run. */
  readonly endedAt: Timestamp | null
  readonly isWhole: boolean
  /** Whether the next run is overdue. Before the first run, the time counts from the creation of the first organization. */
  readonly hasStopped: boolean
}

/** Hours without a run after which retention counts as stopped; it runs every hour. */
const hoursMax = 3

const readRun = async (db: Database): Promise<Run> => {
  const { rows } = await sql<Run>`select ended_at, coalesce(is_whole, true) as is_whole,
    coalesce(coalesce(ended_at, first_at) < clock_timestamp() - make_interval(hours => ${hoursMax}), false) as has_stopped
    from (select min(created_at) as first_at from organizations) as begun left join retention_runs on true`.execute(db)
  return oneRow(rows)
}

const findOverdue = async (db: Database, wallNow: Timestamp): Promise<readonly string[]> => {
  const now = await readBillingClock(db)
  const overdue: string[] = []
  for (const { id: organizationId, settings } of await listOrganizations(db, { archived: true })) {
    const { sessions, calls, emails, declarations, customers, deliveries } = retentionOf(settings)
    const since = (days: number) => ({ organizationId, since: daysBefore(now, days + 1) })
    const counts = {
      'client sessions': await countOld(db, 'sessions', since(sessions)),
      'payments whose attempts name the payer': await countOld(db, 'calls', since(calls)),
      emails: await countFinished(db, 'emails', since(emails)),
      'declarations that concern no contract': await countFinished(db, 'declarations', since(declarations)),
      'customers who never bought': customers === null ? 0 : await countOld(db, 'customers', since(customers)),
      'deliveries of webhooks': await countOldDeliveries(db, {
        organizationId,
        since: daysBefore(wallNow, deliveries + 1),
      }),
    }
    for (const [what, count] of Object.entries(counts))
      if (count > 0) overdue.push(`${count === countMax ? `${count} or more` : count} ${what} of ${organizationId}`)
  }
  return overdue
}
