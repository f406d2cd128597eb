import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Billing } from '../billing.ts'
import { hasRow, isNotDeferred, secondsReady } from './defer-work.ts'
import { type CompletedWork, type DueRow, type RoundOptions, runWork, type WorkKind } from './worklist.ts'

/** Does one round of due work, and returns what was done. */
export type RunRound = (billing: Billing, how: RoundOptions) => Promise<readonly CompletedWork[]>

/** A kind of due work without the types of its rows. Jobs, the sandbox clock, the metrics and `doctor` use it. */
export interface RunnableWork {
  readonly name: string
  /** The clock by which the work is due. A request that moves the sandbox clock does the work that is due by the billing clock. */
  readonly clock: 'billing' | 'wall'
  /** How often each server looks for due work; null if only a move of the sandbox clock looks for it. */
  readonly everySeconds: number | null
  /** SQL for the first moment at which a row is due by its clock; null if none is. Deferred rows are left out. */
  readonly firstDueAt: RawBuilder<Timestamp | null>
  /** SQL that is true if work is due now; absent if `firstDueAt` alone decides that. */
  readonly isDue?: RawBuilder<boolean>
  /**
   * SQL for the seconds for which the first due row has waited; null or negative if none waits. Rows that a server works on do not wait,
   * except renewals.
   */
  readonly overdueSeconds: (billing: WaitingFor) => RawBuilder<number | null>
  /** Seconds after which `doctor` reports a row that still waits; five minutes if absent. */
  readonly overdueSecondsMax?: number | undefined
  /** True if a move of the sandbox clock does the work only once for each moment. Such work may stay due after it was done. */
  readonly oncePerMoment?: boolean
  readonly run: RunRound
  /**
   * Parts of the work that must not wait for each other, by their names. Each part runs as a job of its own; if absent, there is one job.
   */
  readonly parts?: (billing: Billing) => Readonly<Record<string, RunRound>>
}

/** What decides which rows this server can work on. */
export type WaitingFor = Pick<Billing, 'processors'>

/** Turns a kind of work into {@link RunnableWork}, without the types of its rows. */
export const runnableWorkOf = <Row extends DueRow, Answer>(kind: WorkKind<Row, Answer>): RunnableWork => {
  const { name, clock = 'billing', everySeconds = 2, table, dueColumn, isOpen, isForThisServer } = kind
  const firstDueOf = (where: RawBuilder<boolean>) => sql<Timestamp | null>`(
    select ${sql.ref(dueColumn)} from ${sql.table(table)}
    where ${sql.ref(dueColumn)} is not null and ${isOpen} and ${where} and ${isNotDeferred(kind)}
    order by ${sql.ref(dueColumn)} limit 1)`
  // Without this condition, PostgreSQL would read a whole index, with all future rows, if the index does not begin with the due column.
  const isDue = sql<boolean>`${sql.ref(dueColumn)} <= (select ${nowOf(clock)})`
  return {
    name,
    clock,
    everySeconds,
    firstDueAt: firstDueOf(sql`true`),
    overdueSeconds: (billing) => {
      const where = isForThisServer?.(billing) ?? sql<boolean>`true`
      const first = firstDueOf(sql<boolean>`${where} and ${isDue}`)
      return longestOf(secondsSince(clock, first), secondsReady(name, hasRow(kind, where)))
    },
    overdueSecondsMax: kind.overdueSecondsMax,
    run: (billing, how) => runWork(billing, kind, how),
  }
}

/**
 * SQL for the seconds since a moment; null if there is no moment. Moments of the wall clock are compared with the database's own clock, so
 * that a server with a wrong clock reports no wrong waits.
 */
export const secondsSince = (
  clock: 'billing' | 'wall',
  moment: RawBuilder<Timestamp | null>,
): RawBuilder<number | null> => sql`extract(epoch from ${nowOf(clock)} - ${moment})`

const nowOf = (clock: 'billing' | 'wall'): RawBuilder<Timestamp> =>
  clock === 'billing' ? sql<Timestamp>`billing_now()` : sql<Timestamp>`lease_now()`

/** SQL for the longer of two waits; if one wait is null, the other one. */
export const longestOf = (
  one: RawBuilder<number | null>,
  other: RawBuilder<number | null>,
): RawBuilder<number | null> => sql`greatest(${one}, ${other})`
