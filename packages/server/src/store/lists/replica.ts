import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import { awaitWithin } from '../../reading/await-within.ts'
import type { Database } from '../database.ts'

/** A position in a database's write-ahead log: its timeline, as in the names of the log files, and an offset. */
interface LogPosition {
  readonly timeline: string
  readonly position: string
  /** PostgreSQL's system identifier; a replica has the same as its primary. */
  readonly system: string
}

/** A copy of the database that PostgreSQL keeps up to date, for lists. */
export interface Replica {
  /**
   * Runs `read` on the replica if the replica has everything committed by now. Otherwise, or if the replica does not finish in time, runs
   * it on the primary.
   */
  read<Result>(primary: Database, read: (database: Database) => Promise<Result>): Promise<Result>
  /** Describes in words how far the replica is behind; throws with the reason if it cannot be read. */
  examine(primary: Database): Promise<string>
  close(): Promise<void>
}

/** The parts of a replica. */
export interface ReplicaDependencies {
  readonly database: Database
  readonly close: () => Promise<void>
  /**
   * Called if a read from the replica, or the comparison of its position with the primary's, fails or takes too long. The replica is then
   * not used for some seconds.
   */
  readonly onTrouble?: (error: unknown) => void
  readonly limits?: ReplicaLimits
}

/**
 * In milliseconds: how long a replica may take to report its position, how long it may take to read, and how long it is not used after a
 * failure.
 */
interface ReplicaLimits {
  readonly checkMillis: number
  readonly readMillis: number
  readonly restMillis: number
}

const usualLimits: ReplicaLimits = { checkMillis: 50, readMillis: 2000, restMillis: 5000 }

/**
 * Reads from a replica over its own database handle. If the replica is behind or fails, the read goes to the primary. The replica must have
 * the primary's system identifier and timeline and everything committed so far, so a list never shows less than its caller has seen.
 * Events, and reads that decide about writes, stay on the primary.
 */
export const createReplica = ({
  database,
  close,
  onTrouble,
  limits: { checkMillis, readMillis, restMillis } = usualLimits,
}: ReplicaDependencies): Replica => {
  let restsUntil = 0
  const orNothing = async <Value>(millis: number, run: () => Promise<Value>): Promise<{ value: Value } | undefined> => {
    try {
      return { value: await awaitWithin(millis, run(), lateBy(millis)) }
    } catch (error) {
      restsUntil = performance.now() + restMillis
      onTrouble?.(error)
      return undefined
    }
  }
  return {
    async read(primary, read) {
      if (performance.now() < restsUntil) return read(primary)
      const needed = await orNothing(checkMillis, () => positionOf(primary))
      const reached = needed && (await orNothing(checkMillis, () => hasReached(database, needed.value)))
      const answer = reached?.value ? await orNothing(readMillis, () => read(database)) : undefined
      return answer === undefined ? read(primary) : answer.value
    },
    async examine(primary) {
      const needed = await positionOf(primary)
      const bytes = await awaitWithin(examineMillis, bytesBehind(database, needed), lateBy(examineMillis))
      if (bytes === undefined)
        throw new Error(
          'DATABASE_REPLICA_URL leads to no replica of this database, or to one of another timeline: lists are read from the primary.',
        )
      return bytes === 0 ? 'has everything' : `${bytes} bytes of the log behind`
    },
    close,
  }
}

const examineMillis = 5000

/** The primary's latest log position. Everything that any caller has seen lies before it. */
const positionOf = async (primary: Database): Promise<LogPosition> => {
  const { rows } = await sql<LogPosition>`
    select lower(left(pg_walfile_name(position), 8)) as timeline, position::text as position,
      (select system_identifier::text from pg_control_system()) as system
    from pg_current_wal_flush_lsn() as position`.execute(primary)
  return oneRow(rows)
}

const hasReached = async (replica: Database, needed: LogPosition): Promise<boolean> =>
  (await bytesBehind(replica, needed)) === 0

/**
 * Returns how many bytes of the log a replica lacks. Returns `undefined` if the replica's position is not on the primary's log: the replica
 * then copies another database, follows a former primary, or was promoted itself.
 */
const bytesBehind = async (
  replica: Database,
  { timeline, position, system }: LogPosition,
): Promise<number | undefined> => {
  const { rows } = await sql<{ bytes: number }>`
    select greatest(0, ${position}::pg_lsn - pg_last_wal_replay_lsn())::float8 as bytes
    from pg_control_checkpoint() cross join pg_control_system()
    where pg_is_in_recovery() and pg_last_wal_replay_lsn() is not null and lpad(to_hex(timeline_id), 8, '0') = ${timeline}
      and system_identifier::text = ${system}`.execute(replica)
  return rows[0]?.bytes
}

const lateBy = (millis: number) => () => new Error(`The replica took longer than ${millis} ms.`)
