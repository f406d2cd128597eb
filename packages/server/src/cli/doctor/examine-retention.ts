import { addDays } from '@billing-checkout/domain'
import { oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { listOrganizations } from '../../organization/organizations.ts'
import { retentionOf } from '../../organization/retention.ts'
import type { Database } from '../../store/database.ts'
import { countFinishedRows, countedRowsMax, countDeletableRows } from '../../store/retention/retention.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'

/**
 * Reports when retention, the job that deletes old rows, last ran. Throws if rows remain that should have been deleted a day ago, and
 * either the last run did not finish or retention has stopped. The error states how many rows of each kind remain, and in which
 * organizations.
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
    const days = retentionOf(settings)
    const since = (count: number) => ({ organizationId, since: addDays(now, -(count + 1)) })
    const ofDeliveries = { organizationId, since: addDays(wallNow, -(days.deliveries_days + 1)) }
    const counts = {
      'client sessions': await countDeletableRows(db, 'sessions', since(days.sessions_days)),
      'payments whose attempts name the payer': await countDeletableRows(db, 'calls', since(days.calls_days)),
      emails: await countFinishedRows(db, 'emails', since(days.emails_days)),
      'declarations that concern no contract': await countFinishedRows(
        db,
        'declarations',
        since(days.declarations_days),
      ),
      'customers who never bought':
        days.customers_days === null ? 0 : await countDeletableRows(db, 'customers', since(days.customers_days)),
      'deliveries of webhooks': await countFinishedRows(db, 'webhook_deliveries', ofDeliveries),
    }
    for (const [what, count] of Object.entries(counts))
      if (count > 0)
        overdue.push(`${count === countedRowsMax ? `${count} or more` : count} ${what} of ${organizationId}`)
  }
  return overdue
}

/** An erasure finishes in minutes. After this many hours, an operator should find out why it takes longer. */
const erasureHoursMax = 24

/** Reports that every requested erasure is done or recent. Throws if one takes too long, here or at a processor, and names the customer. */
export const examineErasures = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ who: string; isLate: boolean }>`
    select 'copies of ' || customer_id as who, erased_at < clock_timestamp() - make_interval(hours => ${erasureHoursMax}) as is_late
      from erasures where finished_at is null
    union all
    select connection || ' knows ' || coalesce(customer_id, owed.id) || coalesce(': ' || reason, ''),
        created_at < billing_now() - make_interval(hours => ${erasureHoursMax})
      from processor_erasures as owed left join deferred_work as failed
        on failed.organization_id = owed.organization_id and failed.kind = 'processor_erasure' and failed.id = owed.id
      where done_at is null
    limit 100`.execute(db)
  const late = rows.filter(({ isLate }) => isLate).map(({ who }) => who)
  if (late.length > 0) throw new Error(`Not erased after ${erasureHoursMax} hours: ${late.slice(0, 5).join('; ')}.`)
  return rows.length === 0 ? 'all are finished' : `${rows.length} are being finished`
}
