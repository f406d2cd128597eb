import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { Schema } from '../../store/schema/schema.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import {
  giveUpWork,
  clearDeferralUnlessGivenUp,
  deferWork,
  endLeases,
  findReadyWork,
  hasRow,
  isAmong,
  isNotDeferred,
  leaseWork,
} from './defer-work.ts'

/** How a round of due work runs. */
export interface RoundOptions {
  /** How many pieces of work are done at a time; a {@link WorkKind} has its own number. */
  readonly concurrency: number
  /**
   * True while a request moves the sandbox clock. No worker begins renewals then, so this round also takes subscriptions that other workers
   * had leased.
   */
  readonly isClockMoving: boolean
  /**
   * Limits the round to renewals over one connection, so that renewals over other connections never wait for its processor. If this server
   * lacks a renewal's connection, the renewal belongs to the round of the connection for new methods. If absent, all connections are
   * processed, one after another.
   */
  readonly connection?: string
}

/** How every server does due work: enough at a time to share a few transactions, and no more than a processor can handle. */
export const defaultConcurrency: RoundOptions = { concurrency: 64, isClockMoving: false }

/** A piece of due work that was done. */
export interface CompletedWork {
  readonly organizationId: string
  /** What happened, in the past tense: `subscription.renewed`. */
  readonly what: string
  /** The id of the object that it happened to. */
  readonly id: string
}

/** A row that is due, or whose deferral is over. */
export interface DueRow {
  readonly organizationId: string
  readonly id: string
}

/**
 * A kind of due work on the rows of one table: when a row is due, what the work does, and when to give up. {@link runWork} finds the rows.
 * If a row fails, `runWork` defers it, stores the reason, and continues with the other rows.
 */
export interface WorkKind<Row extends DueRow, Answer = undefined> {
  /** The kind's name in `deferred_work`, in logs and in metrics: a singular noun. */
  readonly name: string
  /** The clock by which its rows are due; the billing clock if absent. */
  readonly clock?: 'wall'
  /** How often each server looks for due rows; every two seconds if absent. */
  readonly everySeconds?: number
  /** The table of its rows; rows that belong to no organization have an empty `organizationId`. */
  readonly table: keyof Schema
  /** The column with the id of a row; `id` if absent. */
  readonly idColumn?: string
  /** The column with the time at which a row is due; it contains null if the row is never due. */
  readonly dueColumn: string
  /** SQL for whether a row still needs the work. */
  readonly isOpen: RawBuilder<boolean>
  /** SQL for whether this server can work on a row now; if absent, every server can. */
  readonly isForThisServer?: (billing: Pick<Billing, 'processors'>) => RawBuilder<boolean>
  /** Seconds after which `doctor` reports a row that still waits; five minutes if absent. */
  readonly overdueSecondsMax?: number
  /**
   * The largest number of due rows in a round, and also of rows whose deferral is over. If the kind has `leaseSeconds`, it limits both
   * together. `concurrency` rows are processed at a time.
   */
  readonly limit: number
  readonly concurrency: number
  /**
   * Returns lower limits while the system that the work calls does not answer: fewer rows, or only those for which `where` holds. If
   * absent, the kind's own limits always apply.
   */
  readonly limits?: (billing: Billing) => WorkLimits
  /** Runs before each look for due rows. */
  readonly prepare?: (billing: Billing) => Promise<void>
  /** Loads the rows for which `where` holds, the earliest first. */
  readonly load: (database: Database, where: RawBuilder<boolean>, limit: number) => Promise<readonly Row[]>
  /**
   * Seconds, by the database's clock, for which a lease lets one server alone work on a row. Set this if `call` changes something in
   * another system, to more seconds than a round of the kind can take. If absent, two servers may make the call for the same row, and the
   * transaction of the second then finds nothing to do.
   */
  readonly leaseSeconds?: number
  /**
   * Runs outside the transaction of `perform`, so that it may call another system: once for all rows of a round. The returned function runs
   * for each row.
   */
  readonly call?: (billing: Billing, rows: readonly Row[]) => Promise<(row: Row) => Answer | Promise<Answer>>
  /**
   * Does the work in a transaction of the row's organization. Returns what was done, in the past tense; `undefined` if nothing was done.
   */
  readonly perform: (context: WorkContext<Row, Answer>) => Promise<string | undefined>
  /** Returns the id of the object that the work changed; if absent, that is the row itself. */
  readonly subjectOf?: (row: Row) => string
  /** Returns the names that the work locks, if it may share a transaction with work that locks other names. */
  readonly exclusiveNames?: (row: Row) => readonly string[]
  /** The longest wait after failures in a row, in minutes; a day if absent. */
  readonly retryMinutesMax?: number
  /** When the work is given up. If absent, it is tried until it succeeds. */
  readonly giveUp?: {
    readonly triesMax: number
    /** Whether an error ends the tries immediately. */
    readonly isFinal: (error: unknown) => boolean
    /** Locks the row, and returns a function that reports that the work was given up; `undefined` if the row no longer needs the work. */
    readonly report: (work: Write, row: Row) => Promise<(() => Promise<void>) | undefined>
  }
}

/** How many rows a round takes, and which rows. */
export interface WorkLimits {
  readonly limit: number
  readonly where?: RawBuilder<boolean>
}

/** What a piece of work needs. */
export interface WorkContext<Row, Answer> {
  readonly billing: Billing
  readonly work: Write
  readonly row: Row
  readonly answer: Answer
}

/** Does the work of a kind that is due by the kind's clock, within the kind's limits. Returns what was done. */
export const runWork = async <Row extends DueRow, Answer>(
  billing: Billing,
  kind: WorkKind<Row, Answer>,
  { isClockMoving }: Pick<RoundOptions, 'isClockMoving'> = defaultConcurrency,
): Promise<readonly CompletedWork[]> => {
  await kind.prepare?.(billing)
  const due = await takeDue(billing, kind, limitsOf(billing, kind, isClockMoving))
  if (due.length === 0) return []
  const answerTo = await kind.call?.(
    billing,
    due.map(({ row }) => row),
  )
  return mapConcurrently(due, kind.concurrency, async (tried) => {
    const { row } = tried
    try {
      const what = await performOne(billing, kind, tried, (await answerTo?.(row)) as Answer)
      return what === undefined
        ? undefined
        : { organizationId: row.organizationId, id: kind.subjectOf?.(row) ?? row.id, what }
    } catch (error) {
      return void (await deferOrGiveUp(billing, kind, tried, error))
    }
  })
}

const limitsOf = <Row extends DueRow, Answer>(
  billing: Billing,
  { limit, limits, isForThisServer }: WorkKind<Row, Answer>,
  moving: boolean,
): WorkLimits => {
  // While the sandbox clock is moved, ignore the lower limits, because the clock does not move past work that is not done.
  const lowered = (moving ? undefined : limits?.(billing)) ?? { limit }
  const wheres = [isForThisServer?.(billing), lowered.where].filter((where) => where !== undefined)
  return wheres.length === 0 ? lowered : { ...lowered, where: sql<boolean>`(${sql.join(wheres, sql` and `)})` }
}

/** A row and the number of its failures in a row. */
interface TriedRow<Row> {
  readonly row: Row
  readonly tries: number
}

/** Finds due rows, and leases them if their kind requires that. */
const takeDue = async <Row extends DueRow, Answer>(
  billing: Billing,
  kind: WorkKind<Row, Answer>,
  limits: WorkLimits,
): Promise<readonly TriedRow<Row>[]> => {
  const found = await findDue(billing, kind, limits)
  if (kind.leaseSeconds === undefined || found.length === 0) return found
  // A lease must outlast the round, so lease only as many rows as one round takes.
  const due = found.slice(0, limits.limit)
  const { database } = billing
  const leased = await leaseWork(
    database,
    kind.name,
    due.map(({ row }) => row),
    kind.leaseSeconds,
  )
  if (leased.length === 0) return []
  // Load the rows again, because another server may have done the work between the look-up and the lease. A row may then be due later.
  const open = await kind.load(
    database,
    sql`${isAmong(leased, kind)} and ${kind.isOpen} and ${isDue(kind, billing.wallClock())}`,
    leased.length,
  )
  const isOpen = new Map(open.map((row) => [keyOf(row), row]))
  const over = leased.filter((each) => !isOpen.has(keyOf(each)))
  if (over.length > 0) await endLeases(database, kind.name, over)
  return leased.flatMap(({ tries, ...each }) => {
    const row = isOpen.get(keyOf(each))
    return row === undefined ? [] : [{ row, tries }]
  })
}

const keyOf = ({ organizationId, id }: DueRow): string => `${organizationId} ${id}`

/** SQL for whether a row is due by the clock of its kind. */
const isDue = ({ table, dueColumn, clock }: DueByClock, wall: Timestamp) =>
  sql<boolean>`${sql.ref(`${table}.${dueColumn}`)} <= ${clock === 'wall' ? sql`${wall}::timestamptz` : sql`(select billing_now())`}`

type DueByClock = Pick<WorkKind<DueRow>, 'table' | 'dueColumn' | 'clock'>

const findDue = async <Row extends DueRow, Answer>(
  { database, wallClock }: Billing,
  kind: WorkKind<Row, Answer>,
  { limit, where: fits }: WorkLimits,
): Promise<TriedRow<Row>[]> => {
  const { isOpen, load } = kind
  const where = fits ?? sql<boolean>`true`
  const [ready, due] = await Promise.all([
    findReadyWork(database, kind.name, limit, fits && hasRow(kind, fits)),
    load(
      database,
      sql<boolean>`${isDue(kind, wallClock())} and ${isOpen} and ${where} and ${isNotDeferred(kind)}`,
      limit,
    ),
  ])
  const triedBefore = ready.length === 0 ? [] : await load(database, sql`${isAmong(ready, kind)} and ${where}`, limit)
  const countOf = new Map(ready.map(({ id, tries }) => [id, tries]))
  return [
    ...triedBefore.map((row) => ({ row, tries: countOf.get(row.id) ?? 0 })),
    ...due.map((row) => ({ row, tries: 0 })),
  ]
}

const performOne = <Row extends DueRow, Answer>(
  billing: Billing,
  { name, perform, exclusiveNames, leaseSeconds }: WorkKind<Row, Answer>,
  { row, tries }: TriedRow<Row>,
  answer: Answer,
): Promise<string | undefined> =>
  write(billing.database, row.organizationId, {
    load: async () => undefined,
    run: async (work) => {
      if (tries > 0 || leaseSeconds !== undefined) await clearDeferralUnlessGivenUp(work, name, row.id)
      return perform({ billing, work, row, answer })
    },
    // Work that failed before gets a transaction of its own.
    exclusiveNames: tries === 0 ? exclusiveNames?.(row) : undefined,
  })

/** Defers a row that failed, longer each time, until its kind gives it up. Then only an operator can resolve it. */
const deferOrGiveUp = async <Row extends DueRow, Answer>(
  billing: Billing,
  { name, giveUp, retryMinutesMax }: WorkKind<Row, Answer>,
  { row, tries }: TriedRow<Row>,
  error: unknown,
): Promise<void> => {
  const { organizationId, id } = row
  const tried = { organizationId, id, tries }
  if (giveUp === undefined || !(giveUp.isFinal(error) || tries >= giveUp.triesMax))
    return deferWork(billing, name, tried, error, retryMinutesMax)
  billing.logger.error({ [name]: id, err: error }, `a ${name} was given up after ${tries} tries`)
  await write(billing.database, organizationId, async (work) => {
    // Another server may have finished the work in the meantime, or given it up already.
    const report = await giveUp.report(work, row)
    if (report !== undefined && (await giveUpWork(work, name, tried, error))) await report()
  })
}

/** Runs a function for each item, `concurrency` at a time, and returns the results that are not `undefined`. */
export const mapConcurrently = async <Item, Result>(
  items: readonly Item[],
  concurrency: number,
  run: (item: Item) => Promise<Result | undefined>,
): Promise<readonly Result[]> => {
  const waiting = [...items]
  const results: Result[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await run(next)
      if (result !== undefined) results.push(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane))
  return results
}
