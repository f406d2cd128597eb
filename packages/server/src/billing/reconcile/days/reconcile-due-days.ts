import { addInterval } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { findWaitingConnections } from '../../../store/reconcile-first/reconcile-first.ts'
import { reasonOf } from '../../back-off.ts'
import type { Billing } from '../../billing.ts'
import { reconcileDay } from './reconcile-day.ts'

/**
 * Compares every day that is over with what the processors have counted on it, for each connection on one server at a time, beginning with
 * the day on which the connection was first seen. Days with open differences are compared again with every new one. Throws when all had
 * their turn, if one could not be compared: it is tried again.
 */
export const reconcileDueDays = async (billing: Billing): Promise<void> => {
  const troubles: unknown[] = []
  for (const connection of await findConnections(billing)) {
    const taken = await take(billing, connection)
    if (taken === undefined) continue
    try {
      await compareDays(billing, connection, taken)
      await release(billing, connection, null)
    } catch (error) {
      billing.logger.warn({ connection, err: error }, 'a day could not be compared with the books; it is tried again')
      await release(billing, connection, reasonOf(error))
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw troubles[0]
}

/** One that is held up, or that has to be reconciled first, has its turn later. */
const findConnections = async ({ database, processors }: Billing): Promise<readonly string[]> => {
  const waiting = new Set((await findWaitingConnections(database)).map(({ connection }) => connection))
  return processors.all.map(({ id }) => id).filter((id) => !waiting.has(id) && !processors.heldConnections.has(id))
}

/** Seconds after which another server takes a connection over whose server may have died. */
const leaseSeconds = 900
const leaseEnd = sql`lease_now() + ${leaseSeconds} * interval '1 second'`
/** How many days back a difference is looked at again. */
const daysLookedAtAgain = 30

const yesterdayOf = (wall: string): string => addInterval(wall, 'days', -1).slice(0, 10)

/** The first day to compare; undefined if there is none, or another server compares it. For a new connection it is today. */
const take = async ({ database, wallClock }: Billing, connection: string): Promise<string | undefined> => {
  const yesterday = yesterdayOf(wallClock())
  await sql`insert into reconciled_days (connection, complete_until) values (${connection}, ${yesterday}::date)
    on conflict (connection) do nothing`.execute(database)
  const { rows } = await sql<{ from: string }>`
    update reconciled_days set lease_until = ${leaseEnd}
    where connection = ${connection} and complete_until < ${yesterday}::date
      and (lease_until is null or lease_until < lease_now())
    returning (complete_until + 1)::text as from`.execute(database)
  return rows[0]?.from
}

const release = async ({ database }: Billing, connection: string, reason: string | null): Promise<void> => {
  await sql`update reconciled_days set lease_until = null, reason = ${reason} where connection = ${connection}`.execute(
    database,
  )
}

const compareDays = async (billing: Billing, connection: string, from: string): Promise<void> => {
  const { database, wallClock } = billing
  const yesterday = yesterdayOf(wallClock())
  for (const day of await findOpenDays(billing, connection, from)) await reconcileDay(billing, { connection, day })
  for (let day = from; day <= yesterday; day = dayAfter(day)) {
    const { isComplete } = await reconcileDay(billing, { connection, day })
    if (!isComplete) return
    await sql`update reconciled_days set complete_until = ${day}::date, lease_until = ${leaseEnd}
      where connection = ${connection} and complete_until < ${day}::date`.execute(database)
  }
}

const dayAfter = (day: string): string => addInterval(`${day}T00:00:00.000Z`, 'days', 1).slice(0, 10)

const findOpenDays = async ({ database }: Billing, connection: string, before: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from book_differences
    where connection = ${connection} and closed_at is null
      and day < ${before}::date and day >= ${before}::date - ${daysLookedAtAgain}::int order by day`.execute(database)
  return rows.map(({ day }) => day)
}
