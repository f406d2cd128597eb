import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ProcessorOutcome } from '../processors/processor.ts'
import { UnknownConnection } from '../processors/processors.ts'
import type { AttemptRow } from '../store/rows.ts'
import { write } from '../store/write.ts'
import { askProcessor } from './ask-processor.ts'
import type { Billing } from './billing.ts'
import { finishAttempt } from './finish-attempt.ts'
import { leaseSeconds } from './open-attempt.ts'

/**
 * Takes up attempts whose holder went away, a crash between charge and commit say, and asks the processor what became of
 * them (decisions 10), of several at a time: never a blind charge, never a failure while nobody knows. Answers of how
 * many it learned the outcome.
 */
export const completeAttempts = async (
  billing: Billing,
  { limit = 50, lanes = 16, wall = billing.wallClock() }: CompleteOptions = {},
): Promise<number> => {
  const overdue = await takeOverdue(billing, limit, wall)
  let finished = 0
  const work = async () => {
    for (let next = overdue.shift(); next !== undefined; next = overdue.shift()) {
      if (await completeAttempt(billing, next)) finished += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return finished
}

/** At most how many attempts are taken up, how many at a time, and at which wall-clock time their lease is over; default now. */
export interface CompleteOptions {
  readonly limit?: number
  readonly lanes?: number
  readonly wall?: Timestamp
}

/** Asks about one attempt, and says whether its outcome is known now; one that cannot be asked about never stops the others. */
export const completeAttempt = async (billing: Billing, attempt: AttemptRow): Promise<boolean> => {
  try {
    const outcome = await ask(billing, attempt)
    const hold = { paymentId: attempt.paymentId, attemptId: attempt.id, fence: attempt.fence }
    await write(billing.database, attempt.organizationId, (work) => finishAttempt(billing, work, hold, outcome))
    return outcome.kind !== 'unknown' && outcome.kind !== 'action_required'
  } catch (error) {
    billing.logger.error(
      { attempt: attempt.id, error },
      'an attempt could not be completed; it will be asked about again',
    )
    return false
  }
}

/** A processor that cannot be asked has said nothing, and is asked again within seconds. */
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

/** Open attempts past their lease, taken with a higher fence, so that their former holder changes nothing any more. */
const takeOverdue = async ({ database }: Billing, limit: number, wall: Timestamp): Promise<AttemptRow[]> => {
  const leaseUntil = new Date(Date.parse(wall) + leaseSeconds * 1000).toISOString()
  const taken = await database
    .updateTable('attempts')
    .set({ leaseUntil, fence: sql<number>`fence + 1` })
    .where((row) =>
      row(
        row.refTuple('organizationId', 'id'),
        'in',
        row
          .selectFrom('attempts')
          .select(['organizationId', 'id'])
          .where('state', '=', 'open')
          .where('leaseUntil', '<', wall)
          .where(isFreeToMoveMoney)
          .orderBy('leaseUntil')
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .$asTuple('organizationId', 'id'),
      ),
    )
    .returningAll()
    .execute()
  // In the order in which they were made: an update answers its rows in any.
  return taken.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
