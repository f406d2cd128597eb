import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { TriedWork } from './defer-work.ts'

type RowOfWork = Pick<TriedWork, 'organizationId' | 'id'>

/** The reason in `deferred_work` while a server works. It remains, for operators to read, only if that server never reports back. */
const reason = 'A server began the work and did not report back.'

/**
 * Leases due work in one statement, and returns the work that this server alone may do now. Until the work is done, its lease counts as a
 * failed try, so that work which crashes its server is tried less and less often. A server takes a lease before it calls another system,
 * and then checks again whether the work is open. After a crash the work is tried again, so the other system must accept a second call. A
 * move of the sandbox clock skips work that another server has leased.
 */
export const leaseWork = async (
  database: Database,
  kind: string,
  rows: readonly RowOfWork[],
  leaseSeconds: number,
): Promise<readonly TriedWork[]> => {
  const organizations = rows.map(({ organizationId }) => organizationId)
  const ids = rows.map(({ id }) => id)
  const leased = await sql<TriedWork>`
    insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason, lease_until)
      select organization_id, ${kind}, id, billing_now(), 1, ${reason}, ${endOf(leaseSeconds)}
        from unnest(${organizations}::text[], ${ids}::text[]) as due (organization_id, id) order by organization_id, id
      on conflict (organization_id, kind, id) do update
        set tries = deferred_work.tries + 1, reason = excluded.reason, lease_until = excluded.lease_until
        where deferred_work.deferred_until <= billing_now()
          and (deferred_work.lease_until is null or deferred_work.lease_until <= lease_now())
      returning organization_id, id, tries - 1 as tries`.execute(database)
  return leased.rows
}

/** Ends the leases of work that is no longer needed. */
export const endLeases = async (database: Database, kind: string, work: readonly RowOfWork[]): Promise<void> => {
  const organizations = work.map(({ organizationId }) => organizationId)
  const ids = work.map(({ id }) => id)
  await sql`delete from deferred_work using unnest(${organizations}::text[], ${ids}::text[]) as over (organization_id, id)
    where deferred_work.organization_id = over.organization_id and kind = ${kind} and deferred_work.id = over.id`.execute(
    database,
  )
}

const endOf = (seconds: number): RawBuilder<unknown> => sql`lease_now() + ${seconds} * interval '1 second'`
