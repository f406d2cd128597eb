import { oneRow } from '@billing-checkout/database'
import { type Timestamp, timestampMax } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { oneOf } from '../../store/queries/one-of.ts'
import { neverRetriedAt } from '../../store/schema/deferred-work.ts'
import type { Billing } from '../billing.ts'
import { isNotLeased } from '../worklist/defer-work.ts'
import type { RunnableWork } from '../worklist/work.ts'
import { kindsOfWork, workOfBillingClock } from './kinds.ts'

/** The work that may be due now, by the billing clock. */
export interface DueWorkSummary {
  /** Names of the kinds of work that may have something due. All other kinds certainly have nothing. */
  readonly kinds: ReadonlySet<string>
  /** The earliest time at which some work is due; the largest possible timestamp if none is. */
  readonly next: Timestamp
}

/** Reads in one statement which work is due. A round that finds nothing would take a dozen statements instead. */
export const readDueWork = async (
  { database }: Billing,
  kinds: readonly RunnableWork[] = workOfBillingClock,
): Promise<DueWorkSummary> => {
  const names = kinds.map(({ name }) => name)
  const firstOfKinds = kinds.map(
    ({ name, firstDueAt, isDue = sql`null::boolean` }) =>
      sql`select ${sql.lit(name)} as kind, ${firstDueAt} as at, ${isDue} as is_due`,
  )
  const { rows } = await sql<ReadDue>`
    with first as materialized (${sql.join(firstOfKinds, sql` union all `)}),
      deferred as (select kind, deferred_until from deferred_work
        where kind = ${oneOf(names)} and deferred_until < ${sql.lit(neverRetriedAt)} and ${isNotLeased})
    select array(select kind from first where coalesce(is_due, at <= (select billing_now()))
        union select kind from deferred where deferred_until <= (select billing_now())) as due,
      least((select min(at) from first), (select min(deferred_until) from deferred)) as next`.execute(database)
  const { due, next } = oneRow(rows)
  return { kinds: new Set(due), next: next ?? timestampMax }
}

interface ReadDue {
  /** Kinds with rows that are due, or whose wait after a failure is over. */
  readonly due: readonly string[]
  readonly next: Timestamp | null
}

/** How long the earliest due row of a kind of work has waited. */
export interface OverdueWork {
  readonly kind: string
  /** Seconds by the kind's own clock since the row became due; 0 if none waits. */
  readonly seconds: number
  /** Whether `seconds` has reached the kind's limit. */
  readonly isTooLong: boolean
}

/** Seconds for which a row may wait if its kind has no limit of its own. The alerts on overdue work have the same threshold. */
const overdueSecondsMax = 300

/**
 * Reads how long due work waits, for every kind and over all organizations, in one statement. Rows that a server is processing do not count
 * as waiting, except renewals. Deferred rows count only after their deferral ends.
 */
export const readOverdueWork = async (
  billing: Pick<Billing, 'database' | 'processors'>,
  kinds: readonly RunnableWork[] = kindsOfWork,
): Promise<readonly OverdueWork[]> => {
  const waits = kinds.map(
    ({ name, overdueSeconds }) => sql`select ${sql.lit(name)} as kind, ${overdueSeconds(billing)}::float8 as seconds`,
  )
  const { rows } = await sql<{ kind: string; seconds: number | null }>`${sql.join(waits, sql` union all `)}`.execute(
    billing.database,
  )
  const secondsOf = new Map(rows.map(({ kind, seconds }) => [kind, Math.max(seconds ?? 0, 0)]))
  return kinds.map(({ name, overdueSecondsMax: max = overdueSecondsMax }) => {
    const seconds = secondsOf.get(name) ?? 0
    return { kind: name, seconds, isTooLong: seconds >= max }
  })
}
