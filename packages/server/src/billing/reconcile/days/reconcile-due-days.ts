import { addInterval, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Processors } from '../../../processors/processors.ts'
import { oneOf } from '../../../store/queries/one-of.ts'
import type { Billing } from '../../billing.ts'
import type { DueRow, WorkKind } from '../../worklist/worklist.ts'
import { reconcileDay } from './reconcile-day.ts'

/** The id of a connection, and the first day (YYYY-MM-DD) for which the processor's complete count was not yet compared. */
type Due = DueRow & { readonly day: string }

/** Seconds until a day is compared again if the processor has not counted it completely. */
const comparedAgainSeconds = 300

/**
 * Compares days that are over with what the processors have counted on them, beginning with the day on which a connection was first seen.
 * One server at a time compares a connection. With every new day, the last 30 days are compared again if they have open differences. A
 * connection waits while it is paused or disabled, or while it may not charge because it must be reconciled first.
 */
export const bookedDayWork: WorkKind<Due, boolean> = {
  name: 'booked_day',
  clock: 'wall',
  everySeconds: 300,
  table: 'reconciledDays',
  idColumn: 'connection',
  dueColumn: 'due_at',
  isOpen: sql<boolean>`true`,
  limit: 4,
  concurrency: 4,
  leaseSeconds: 900,
  retryMinutesMax: comparedAgainSeconds / 60,
  // Servers look for due days only every five minutes, so a day is overdue only after 15 minutes.
  overdueSecondsMax: 900,
  isForThisServer: ({ processors }) => sql<boolean>`(connection = ${oneOf(chargingConnections(processors))}
    and not exists (select from reconcile_first as waiting
      where waiting.connection = reconciled_days.connection and waiting.since is not null))`,
  prepare: async ({ database, processors, wallClock }) => {
    const today = wallClock().slice(0, 10)
    await sql`insert into reconciled_days (connection, complete_until, due_at)
      select connection, ${today}::date - 1, ${endOf(today)} from unnest(${chargingConnections(processors)}::text[]) as connection
      on conflict (connection) do nothing`.execute(database)
  },
  load: async (database, where, limit) => {
    const { rows } = await sql<Due>`select '' as organization_id, connection as id, (complete_until + 1)::text as day
      from reconciled_days where ${where} order by due_at limit ${limit}`.execute(database)
    return rows
  },
  call: async (billing) => (due) => compareDays(billing, due),
  perform: async ({ billing, work, row: { id, day }, answer: isComplete }) => {
    await work.db
      .updateTable('reconciledDays')
      .set(
        isComplete
          ? { completeUntil: day, dueAt: endOf(dayAfter(day)) }
          : { dueAt: addSeconds(billing.wallClock(), comparedAgainSeconds) },
      )
      .where('connection', '=', id)
      .where(sql<boolean>`complete_until < ${day}::date`)
      .execute()
    // Both results count as done, so that the job continues with the next connections.
    return isComplete ? 'day.reconciled' : 'day.compared'
  },
}

/** For how many days a day with open differences is compared again. */
const daysLookedAtAgain = 30

const chargingConnections = ({ all, stoppedConnections }: Processors): readonly string[] =>
  all.map(({ id }) => id).filter((id) => !stoppedConnections.has(id))

/** Compares a day and the earlier ones with open differences. Returns whether the processor has counted the day completely. */
const compareDays = async (billing: Billing, { id: connection, day }: Due): Promise<boolean> => {
  for (const open of await findOpenDays(billing, connection, day))
    await reconcileDay(billing, { connection, day: open })
  const { isComplete } = await reconcileDay(billing, { connection, day })
  return isComplete
}

const dayAfter = (day: string): string => addInterval(`${day}T00:00:00.000Z`, 'days', 1).slice(0, 10)

/** The moment at which a day is over. */
const endOf = (day: string): Timestamp => `${dayAfter(day)}T00:00:00.000Z`

const findOpenDays = async ({ database }: Billing, connection: string, before: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from book_differences
    where connection = ${connection} and closed_at is null
      and day < ${before}::date and day >= ${before}::date - ${daysLookedAtAgain}::int order by day`.execute(database)
  return rows.map(({ day }) => day)
}
