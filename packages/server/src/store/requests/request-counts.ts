import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database } from '../database.ts'

/** The number of a caller's requests in the current minute: those that this server adds, or those at all servers. */
export interface RequestCount {
  readonly counter: string
  readonly requests: number
  /** Milliseconds until the caller's current minute ends. */
  readonly millisLeft: number
}

/**
 * The name of a caller's counter. The database stores only hashes, because callers are network addresses, or ids of sessions that allow
 * payments.
 */
export const counterNameOf = (caller: string): string => createHash('sha256').update(caller).digest('base64url')

/**
 * Adds requests to the shared counts of all servers, and returns the sums. A caller's minute begins when the first server reports the
 * caller. Rows are locked in the order of their names, so that two servers never deadlock.
 */
export const addRequests = async (
  database: Database,
  added: readonly RequestCount[],
): Promise<readonly RequestCount[]> => {
  const counted = await sql<RequestCount>`
    insert into request_counts as known (counter, requests, ends_at)
      select counter, requests, now() + millis * interval '1 millisecond'
        from unnest(${added.map(({ counter }) => counter)}::text[], ${added.map(({ requests }) => requests)}::integer[],
          ${added.map(({ millisLeft }) => Math.ceil(millisLeft))}::integer[]) as told (counter, requests, millis)
        order by counter
    on conflict (counter) do update set
      requests = excluded.requests + case when known.ends_at > now() then known.requests else 0 end,
      ends_at = case when known.ends_at > now() then known.ends_at else excluded.ends_at end
    returning counter, requests, ceil(extract(epoch from ends_at - now()) * 1000)::integer as "millisLeft"`.execute(
    database,
  )
  return counted.rows
}
