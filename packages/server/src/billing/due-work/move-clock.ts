import { Problem, type SandboxClock } from '@billing-checkout/contract'
import { addDuration, required, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { invalidValue } from '../../reading/refuse-issues.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { ConnectionNotReconciled, findWaitingConnections } from '../../store/reconcile-first/reconcile-first.ts'
import { IdempotencyKeyTaken } from '../../store/requests/idempotency-key-taken.ts'
import { loadIdempotentResponse } from '../../store/requests/load-idempotent-response.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { readBillingClock } from '../../store/writes/billing-clock.ts'
import { write } from '../../store/writes/write.ts'
import { attemptCompleted } from '../attempts/complete-attempts.ts'
import type { Billing } from '../billing.ts'
import type { CompletedWork } from '../worklist/worklist.ts'
import { kindsOfWork, runDueWork } from './kinds.ts'
import { readDueWork } from './read-due-work.ts'

type ClockBody = BodyOf<'advanceSandboxClock'>

/**
 * Moves the billing clock forward, as though the days had passed. The work that falls due in between runs in order, each piece at its own
 * time. A direct jump to the target would give months of charges the same date. Other moves wait for their turn, and jobs of the billing
 * clock pause. If a move fails, the clock stays at the time it reached, and a retry of the same request continues to the original target.
 * Returns the new time, and the work that was done for the caller's organization.
 */
export const moveClock = async (billing: Billing, call: CallerContext, body: ClockBody): Promise<SandboxClock> => {
  const turn = await takeTurn(billing)
  const started = await readBillingClock(billing.database)
  let reached = started
  try {
    // If this request is a retry, it may have waited here until the first try finished.
    const recalled = await loadIdempotentResponse(billing.database, call)
    if (recalled !== undefined && !('wasUsedLongAgo' in recalled)) throw new IdempotencyKeyTaken()
    const target = (await targetOfEarlierTry(billing, call)) ?? targetOf(body, reached)
    await rememberTarget(billing, turn, call, target)
    const ran: SandboxClock['ran'] = []
    await freezeClock(billing, turn, reached)
    for (let next = reached; next <= target || reached < target;) {
      await refuseWhileWaiting(billing)
      const moment = next > target ? target : laterOf(next, reached)
      await freezeClock(billing, turn, moment)
      reached = moment
      const moved = await runMoment(billing, turn)
      next = moved.next
      for (const done of moved.done) {
        if (done.organizationId === call.organization.id) ran.push({ at: reached, what: done.what, id: done.id })
      }
    }
    await keepTurn(billing, turn)
    const answer = { now: target, ran }
    await write(billing.database, call.organization.id, async (work) => {
      recordAudit(work, { object: 'clock', before: { now: started }, after: { now: target } })
      saveIdempotentResponse(work, call, answer)
      work.send(work.db.updateTable('clock').set({ movingTo: null, movingFor: null }))
    })
    return answer
  } finally {
    await releaseClock(billing, turn, reached)
  }
}

/** Lets a frozen clock run again, from the time it reached, if the lease of the request that moved it has expired. */
export const thawClock = async ({ database }: Pick<Billing, 'database'>): Promise<void> => {
  await sql`update clock set mover = null, mover_until = null, frozen_at = null,
    offset_millis = case when frozen_at is null then offset_millis else ${offsetTo(sql`frozen_at`)} end
    where mover_until < lease_now()`.execute(database)
}

/**
 * The target of an earlier try of the same request, if that try failed. Null if there was no such try, or if another request has moved the
 * clock since then.
 */
const targetOfEarlierTry = async ({ database }: Billing, call: CallerContext): Promise<Timestamp | null> => {
  const { movingTo, movingFor } = await database
    .selectFrom('clock')
    .select(['movingTo', 'movingFor'])
    .executeTakeFirstOrThrow()
  return call.idempotency !== null && movingFor === nameOf(call) ? movingTo : null
}

const rememberTarget = async (
  { database }: Billing,
  turn: string,
  call: CallerContext,
  target: Timestamp,
): Promise<void> => {
  const isNamed = call.idempotency !== null
  await database
    .updateTable('clock')
    .set({ movingTo: isNamed ? target : null, movingFor: isNamed ? nameOf(call) : null })
    .where('mover', '=', turn)
    .execute()
}

/** The text that identifies a request when it is retried. */
const nameOf = ({ organization, idempotency }: CallerContext): string => JSON.stringify([organization.id, idempotency])

const targetOf = ({ advance, to }: ClockBody, now: Timestamp): Timestamp => {
  const target = to ?? advanceBy(now, required(advance, 'advance of the clock'))
  if (target >= now) return target
  throw invalidValue(
    to === undefined ? 'body.advance' : 'body.to',
    `The clock moves forward only: it is ${now}, got ${to ?? advance}.`,
  )
}

const advanceBy = (now: Timestamp, duration: string): Timestamp => {
  try {
    return addDuration(now, duration)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidValue(
      'body.advance',
      `advance must lead to a time in the years 1 to 9999; ${duration} from ${now} does not.`,
    )
  }
}

/**
 * Throws while a connection must first be reconciled after a restore, because its due charges must wait and the clock must not pass their
 * times.
 */
const refuseWhileWaiting = async ({ database }: Billing): Promise<void> => {
  const [waiting] = await findWaitingConnections(database)
  if (waiting !== undefined) throw new ConnectionNotReconciled(waiting.connection)
}

/**
 * Runs all work that is due at the frozen time, in rounds, because one round may make more work due. Returns what was done, and the next
 * time at which work is due.
 */
const runMoment = async (billing: Billing, turn: string) => {
  const all: CompletedWork[] = []
  for (let round = 1; ; round++) {
    const due = await readDueWork(billing)
    const kinds = round === 1 ? due.kinds : due.kinds.difference(kindsOncePerMoment)
    if (kinds.size === 0) return { done: all, next: due.next }
    if (round > 1) await keepTurn(billing, turn)
    const done = await runDueWork(billing, { concurrency: 1, isClockMoving: true }, { due: kinds })
    if (done.length === 0) return { done: all, next: (await readDueWork(billing)).next }
    all.push(...done.filter(({ what }) => what !== attemptCompleted))
  }
}

const kindsOncePerMoment = new Set(kindsOfWork.filter((kind) => kind.oncePerMoment).map(({ name }) => name))

const laterOf = (one: Timestamp, other: Timestamp): Timestamp => (one > other ? one : other)

const turnSeconds = 60

/** Waits until no other request moves the clock, and throws `unavailable` after a minute. Returns the id of this request's turn. */
const takeTurn = async (billing: Billing): Promise<string> => {
  const turn = randomUUID()
  for (let tries = 0; tries < 1200; tries++) {
    await thawClock(billing)
    const { numAffectedRows } = await sql`update clock set mover = ${turn}, mover_until = ${turnEnd}
      where mover is null`.execute(billing.database)
    if (numAffectedRows === 1n) return turn
    await wait(50)
  }
  throw new Problem('unavailable', 'Another caller has been moving the clock for a minute; try again later.')
}

/**
 * The end of a turn. It is counted by the database's clock, so that a server whose own clock is wrong never takes over a turn that has not
 * ended.
 */
const turnEnd = sql`lease_now() + ${turnSeconds} * interval '1 second'`

const keepTurn = async ({ database }: Billing, turn: string): Promise<void> =>
  refuseOvertaken(await sql`update clock set mover_until = ${turnEnd} where mover = ${turn}`.execute(database))

const freezeClock = async ({ database }: Billing, turn: string, at: Timestamp): Promise<void> =>
  refuseOvertaken(
    await sql`update clock set mover_until = ${turnEnd}, frozen_at = ${at}::timestamptz
      where mover = ${turn}`.execute(database),
  )

const refuseOvertaken = ({ numAffectedRows }: { readonly numAffectedRows?: bigint }): void => {
  if (numAffectedRows !== 1n)
    throw new Error('Another caller has taken over the clock, because the move took too long.')
}

const releaseClock = async ({ database }: Billing, turn: string, at: Timestamp): Promise<void> => {
  await sql`update clock set mover = null, mover_until = null, frozen_at = null,
    offset_millis = case when frozen_at is null then offset_millis else ${offsetTo(sql`${at}::timestamptz`)} end
    where mover = ${turn}`.execute(database)
}

/** The billing clock's offset from the wall clock, in milliseconds, with which the billing clock continues from the given instant. */
const offsetTo = (instant: ReturnType<typeof sql>) =>
  sql`ceil(extract(epoch from ${instant} - clock_timestamp()) * 1000)::bigint`
