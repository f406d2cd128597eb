import type { Timestamp } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { UnknownConnection } from '../../processors/processors.ts'
import type { Database } from '../../store/database.ts'
import { oneOf } from '../../store/one-of.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { write } from '../../store/write.ts'
import { askProcessor } from '../outcomes/ask-processor.ts'
import type { Billing } from '../billing.ts'
import { commitOutcome } from '../outcomes/commit-outcome.ts'
import { finishAttempt } from '../outcomes/finish-attempt.ts'
import { leaseSecondsFor } from '../attempts/lease-seconds.ts'
import { findReadyWork, clearDeferral, isNotDeferred, deferWork, type TriedWork } from './defer-work.ts'

/** Attempts that are completed apart from each other: charges may be unknown for hours, what is owed must not wait for them. */
export type AttemptGroup = 'movements' | 'charges'

/**
 * Takes up attempts whose holder went away, a crash between charge and commit say, and asks the processor what became of
 * them, of several at a time: never a blind charge, never a failure while nobody knows. Each is leased when
 * its turn comes, for as long as asking may take. Answers of how many it learned the outcome.
 */
export const completeAttempts = async (
  billing: Billing,
  {
    groups = ['movements', 'charges'],
    limit = 50,
    lanes = 16,
    aheadSeconds = 0,
    resting = false,
  }: CompleteOptions = {},
): Promise<number> => {
  let finished = 0
  for (const group of groups) {
    const overdue = await findOverdue(billing.database, { group, limit, aheadSeconds, resting })
    const work = async () => {
      for (let next = overdue.shift(); next !== undefined; next = overdue.shift()) {
        if (await takeUp(billing, next, { aheadSeconds, resting })) finished += 1
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
  }
  return finished
}

/** Which attempts are taken up, at most how many of a group, and how many at a time. */
export interface CompleteOptions {
  /** By default movements first, then charges. */
  readonly groups?: readonly AttemptGroup[]
  readonly limit?: number
  readonly lanes?: number
  /** As if so many seconds more had passed. */
  readonly aheadSeconds?: number
  /** Whether also those are taken up that rest until the processor is asked again. */
  readonly resting?: boolean
}

type Overdue = Pick<CompleteOptions, 'aheadSeconds' | 'resting'>

const kindsOf = {
  movements: ['capture', 'void', 'refund'],
  charges: ['authorize', 'verify'],
} as const satisfies Record<AttemptGroup, readonly AttemptRow['kind'][]>

interface Found extends Overdue {
  readonly group: AttemptGroup
  readonly limit: number
}

/** Open attempts past their lease, in the order in which they were made; of those that could not be done, the ones whose wait is over. */
const findOverdue = async (database: Database, { group, limit, ...how }: Found): Promise<TriedWork[]> => {
  const [rested, overdue] = await Promise.all([
    findReadyWork(database, 'attempt', limit),
    database
      .selectFrom('attempts')
      .select(['organizationId', 'id'])
      .where('state', '=', sql.lit('open'))
      .where('kind', 'in', kindsOf[group])
      .where(isOverdue(how))
      .where(isNotDeferred('attempt'))
      .where(isFreeToMoveMoney)
      .orderBy('leaseUntil')
      .limit(limit)
      .execute(),
  ])
  const again = rested.length === 0 ? [] : await findKinds(database, group, rested)
  return [...again, ...overdue.map((each) => ({ ...each, heldCount: 0 }))].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )
}

/** Of what has rested, the attempts of a group. */
const findKinds = async (database: Database, group: AttemptGroup, rested: TriedWork[]): Promise<TriedWork[]> => {
  const rows = await database
    .selectFrom('attempts')
    .select('id')
    .where('organizationId', '=', oneOf([...new Set(rested.map(({ organizationId }) => organizationId))]))
    .where('id', '=', oneOf(rested.map(({ id }) => id)))
    .where('kind', 'in', kindsOf[group])
    .execute()
  const ids = new Set(rows.map(({ id }) => id))
  return rested.filter(({ id }) => ids.has(id))
}

const isOverdue = ({ aheadSeconds = 0, resting = false }: Overdue): RawBuilder<boolean> =>
  sql<boolean>`(lease_until <= ${leaseTime(aheadSeconds)} ${resting ? sql`or rests` : sql``})`

const leaseTime = (aheadSeconds: number): RawBuilder<Timestamp> =>
  sql<Timestamp>`(select lease_now()) + ${aheadSeconds} * interval '1 second'`

/**
 * Leases one attempt and asks about it; says whether its outcome is known now. One that cannot even be leased rests, and
 * never stops the others.
 */
const takeUp = async (billing: Billing, found: TriedWork, how: Overdue): Promise<boolean> => {
  try {
    const attempt = await lease(billing, found, how)
    if (attempt !== undefined) return await completeAttempt(billing, attempt, found)
    // Somebody else is doing it, or has done it: it needs no rest of its own any more.
    if (found.heldCount > 0) {
      await write(billing.database, found.organizationId, (work) => clearDeferral(work, 'attempt', found))
    }
    return false
  } catch (error) {
    await deferWork(billing, 'attempt', found, error)
    return false
  }
}

/** With a higher fence, so that a former holder changes nothing any more; `undefined` where somebody else has taken it up. */
const lease = async (
  { database, processors }: Billing,
  { organizationId, id }: TriedWork,
  { aheadSeconds = 0, resting = false }: Overdue,
): Promise<AttemptRow | undefined> => {
  const seconds = aheadSeconds + Math.max(...processors.all.map((processor) => leaseSecondsFor(processor, 3)))
  return database
    .updateTable('attempts')
    .set({ leaseUntil: leaseTime(seconds), rests: false, fence: sql<number>`fence + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(isOverdue({ aheadSeconds, resting }))
    .where(isFreeToMoveMoney)
    .returningAll()
    .executeTakeFirst()
}

/** Asks about one attempt, and says whether its outcome is known now; one that cannot be finished rests, longer each time. */
export const completeAttempt = async (
  billing: Billing,
  attempt: AttemptRow,
  tried: TriedWork = { organizationId: attempt.organizationId, id: attempt.id, heldCount: 0 },
): Promise<boolean> => {
  try {
    const outcome = await ask(billing, attempt)
    const hold = { paymentId: attempt.paymentId, attemptId: attempt.id, fence: attempt.fence }
    const written = await commitOutcome(billing, outcome, (told) =>
      write(billing.database, attempt.organizationId, async (work) => {
        await clearDeferral(work, 'attempt', tried)
        await finishAttempt(billing, work, hold, told)
        return told.kind
      }),
    )
    return written !== 'unknown' && written !== 'taken' && written !== 'action_required'
  } catch (error) {
    await deferWork(billing, 'attempt', tried, error)
    return false
  }
}

/** A processor that cannot be asked has said nothing, and is asked again later. */
const ask = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome> => {
  try {
    return await askProcessor(billing, attempt)
  } catch (error) {
    const { id, connection } = attempt
    if (error instanceof UnknownConnection) {
      billing.logger.error({ attempt: id, connection }, `${error.message} The attempt waits for one that has it.`)
    } else billing.logger.warn({ attempt: id, error }, 'the processor could not be asked; it will be asked again')
    return { kind: 'unknown', message: 'The processor could not be asked.' }
  }
}

/**
 * Not over a connection that waits: a call that the processor has not seen would be made again. What it has seen is found by
 * whoever reconciles.
 */
const isFreeToMoveMoney = sql<boolean>`not exists (select from reconcile_first
  where reconcile_first.connection = attempts.connection and reconcile_first.since is not null)`
