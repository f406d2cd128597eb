import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import { longestLease } from '../../processors/lease-seconds.ts'
import { isFinal, type ProcessorOutcome } from '../../processors/outcome.ts'
import { UnknownConnection } from '../../processors/processors.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { isFreeToMoveMoney } from '../../store/reconcile-first/is-free-to-move-money.ts'
import { ConnectionUnavailable } from '../../store/reconcile-first/reconcile-first.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import {
  clearDeferral,
  deferWork,
  findReadyWork,
  isAmong,
  isNotDeferred,
  secondsReady,
  type TriedWork,
} from '../worklist/defer-work.ts'
import { longestOf, secondsSince, type RunnableWork } from '../worklist/work.ts'
import { type CompletedWork, type RoundOptions, mapConcurrently } from '../worklist/worklist.ts'
import { queryOrRepeatCall } from './query-processor.ts'
import { commitOutcome, finishAttempt } from './finish-attempt.ts'

/**
 * Groups of attempts that are completed separately. The outcome of a charge may be unknown for hours, and the refunds and voids that we owe
 * must not wait for it.
 */
const kindsOf = {
  movements: ['capture', 'void', 'refund'],
  charges: ['authorize', 'verify'],
} as const satisfies Record<string, readonly AttemptRow['kind'][]>

type AttemptGroup = keyof typeof kindsOf

const rows = { name: 'attempt', table: 'attempts' } as const

/**
 * Attempts whose outcome is unknown. The jobs take over attempts whose lease has expired; a move of the sandbox clock also takes over
 * attempts that wait for their next query. This kind of work has its own `run`, because a request is the first holder of an attempt: lease
 * and fence are in the attempt's own row, and the outcome is committed under that fence.
 */
export const attemptWork: RunnableWork = {
  name: 'attempt',
  clock: 'billing',
  everySeconds: 5,
  // Attempts fall due when their leases end, by the database's clock. So a move of the sandbox clock does not stop for them.
  firstDueAt: sql`null::timestamptz`,
  isDue: sql`exists (select from attempts where state = 'open' and (lease_until <= lease_now() or awaits_retry or action is null))`,
  overdueSeconds: () =>
    longestOf(
      secondsSince(
        'wall',
        sql`(select min(lease_until) from attempts where state = 'open' and ${isNotDeferred(rows)})`,
      ),
      secondsReady('attempt'),
    ),
  run: (billing, how) => runGroups(billing, how),
  parts: () => ({
    movements: (billing, how) => runGroups(billing, how, ['movements']),
    charges: (billing, how) => runGroups(billing, how, ['charges']),
  }),
}

const runGroups = (billing: Billing, { isClockMoving, concurrency }: RoundOptions, groups?: readonly AttemptGroup[]) =>
  completeAttempts(billing, {
    concurrency: Math.min(concurrency, lanesMax),
    ...(groups && { groups }),
    ...(isClockMoving && { limit: 1000, awaitingRetry: true }),
  })

const lanesMax = 16

/** The `what` of an attempt whose outcome is now known. The answer to a move of the sandbox clock omits such work. */
export const attemptCompleted = 'attempt.completed'

/**
 * Takes over attempts whose holder is gone, for example after a crash between charge and commit, and attempts that were only recorded, such
 * as captures. Queries the processor for their outcomes, several at a time. A call is made only if the processor has never seen it, and no
 * failure is recorded while the outcome is unknown. Each attempt is leased when its turn comes, for as long as the query may take. Returns
 * the attempts whose outcome is now known.
 */
export const completeAttempts = async (
  billing: Billing,
  { groups = ['movements', 'charges'], limit = 50, concurrency = lanesMax, ...how }: CompleteOptions = {},
): Promise<readonly CompletedWork[]> => {
  const finished: CompletedWork[] = []
  for (const group of groups) {
    const overdue = await findOverdue(billing.database, group, limit, how)
    finished.push(...(await mapConcurrently(overdue, concurrency, (next) => leaseAndComplete(billing, next, how))))
  }
  return finished
}

/** Which groups of attempts to take over, at most how many attempts of each group, and how many at the same time. */
export interface CompleteOptions {
  /** The groups to complete, in this order; by default movements first, then charges. */
  readonly groups?: readonly AttemptGroup[]
  readonly limit?: number
  readonly concurrency?: number
  /** Treats leases as though this many more seconds had passed. */
  readonly aheadSeconds?: number
  /** Whether to include attempts that wait for their next query. */
  readonly awaitingRetry?: boolean
}

type Overdue = Pick<CompleteOptions, 'aheadSeconds' | 'awaitingRetry'>

/** Open attempts whose lease has expired, and deferred attempts whose wait is over, sorted by the time of their creation. */
const findOverdue = async (
  database: Database,
  group: AttemptGroup,
  limit: number,
  how: Overdue,
): Promise<TriedWork[]> => {
  const [ready, overdue] = await Promise.all([
    findReadyWork(database, 'attempt', limit),
    acrossOrganizations(database, 'due work')
      .selectFrom('attempts')
      .select(['organizationId', 'id'])
      .where('state', '=', sql.lit('open'))
      .where('kind', 'in', kindsOf[group])
      .where(isOverdue(how))
      .where(isNotDeferred(rows))
      .where(isFreeToMoveMoney)
      .orderBy('leaseUntil')
      .limit(limit)
      .execute(),
  ])
  const readyOfGroup = ready.length === 0 ? [] : await keepGroup(database, group, ready)
  return [...readyOfGroup, ...overdue.map((each) => ({ ...each, tries: 0 }))].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
}

/** The deferred attempts that belong to a group. */
const keepGroup = async (database: Database, group: AttemptGroup, ready: TriedWork[]): Promise<TriedWork[]> => {
  const found = await acrossOrganizations(database, 'due work')
    .selectFrom('attempts')
    .select('id')
    .where(isAmong(ready, rows))
    .where('kind', 'in', kindsOf[group])
    .execute()
  const ids = new Set(found.map(({ id }) => id))
  return ready.filter(({ id }) => ids.has(id))
}

const isOverdue = ({ aheadSeconds = 0, awaitingRetry = false }: Overdue): RawBuilder<boolean> =>
  sql<boolean>`(lease_until <= ${leaseTime(aheadSeconds)} ${awaitingRetry ? sql`or awaits_retry` : sql``})`

const leaseTime = (aheadSeconds: number): RawBuilder<Timestamp> =>
  sql<Timestamp>`(select lease_now()) + ${aheadSeconds} * interval '1 second'`

/**
 * Leases one attempt and queries its outcome; returns the attempt if its outcome is now known. If an error prevents even the lease, the
 * attempt is deferred, so that it never stops the others.
 */
const leaseAndComplete = async (
  billing: Billing,
  found: TriedWork,
  how: Overdue,
): Promise<CompletedWork | undefined> => {
  try {
    const attempt = await leaseAttempt(billing, found, how)
    if (attempt !== undefined) return await completeAttempt(billing, attempt, found)
    // Another worker has leased or finished the attempt, or its connection may not move money now. In each case, end the attempt's
    // deferral.
    if (found.tries > 0) {
      await write(billing.database, found.organizationId, (work) => clearDeferral(work, 'attempt', found.id))
    }
    return undefined
  } catch (error) {
    return void (await deferWork(billing, 'attempt', found, error))
  }
}

/**
 * Leases an attempt and raises its fence, so that the former holder can no longer change anything. Returns `undefined` if another worker
 * has taken over or finished the attempt, or if its connection may not move money now.
 */
const leaseAttempt = async (
  { database, processors }: Billing,
  { organizationId, id }: TriedWork,
  { aheadSeconds = 0, awaitingRetry = false }: Overdue,
): Promise<AttemptRow | undefined> => {
  const seconds = aheadSeconds + longestLease(processors, 3)
  return inOrganization(database, organizationId)
    .updateTable('attempts')
    .set({ leaseUntil: leaseTime(seconds), awaitsRetry: false, fence: sql<number>`fence + 1` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(isOverdue({ aheadSeconds, awaitingRetry }))
    .where(isFreeToMoveMoney)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Queries the outcome of one attempt and returns the attempt if its outcome is now known. If an error occurs, the attempt is deferred,
 * longer each time.
 */
export const completeAttempt = async (
  billing: Billing,
  attempt: AttemptRow,
  tried: TriedWork = { organizationId: attempt.organizationId, id: attempt.id, tries: 0 },
): Promise<CompletedWork | undefined> => {
  try {
    const hold = { paymentId: attempt.paymentId, attemptId: attempt.id, fence: attempt.fence }
    const finish = (recorded: ProcessorOutcome) => async (work: Write) => {
      if (tried.tries > 0) await clearDeferral(work, 'attempt', tried.id)
      return finishAttempt(billing, work, hold, recorded)
    }
    const { outcome } = await commitOutcome(billing, attempt, await queryOutcome(billing, attempt), finish)
    if (!isFinal(outcome)) return undefined
    return { organizationId: attempt.organizationId, id: attempt.id, what: attemptCompleted }
  } catch (error) {
    return void (await deferWork(billing, 'attempt', tried, error))
  }
}

/** Queries the processor. If it cannot be queried, the outcome stays unknown, and the attempt is queried again later. */
const queryOutcome = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome> => {
  try {
    return await queryOrRepeatCall(billing, attempt)
  } catch (error) {
    const { id, connection } = attempt
    if (error instanceof UnknownConnection) {
      billing.logger.error({ attempt: id, connection }, `${error.message} The attempt waits for a server that has it.`)
    } else if (error instanceof ConnectionUnavailable) {
      billing.logger.warn({ attempt: id, connection }, `${error.message} The attempt waits.`)
    } else billing.logger.warn({ attempt: id, err: error }, 'the query to the processor failed; the server will retry')
    return { kind: 'unknown', message: 'The query to the processor failed.' }
  }
}
