import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { AttemptRow } from '../store/rows.ts'
import { write } from '../store/write.ts'
import { askProcessor } from './ask-processor.ts'
import type { Billing } from './billing.ts'
import { finishAttempt } from './finish-attempt.ts'
import { leaseSeconds } from './open-attempt.ts'

/**
 * Takes up attempts whose holder went away, a crash between charge and commit say, and asks the processor what became of
 * them (decisions 10): never a blind charge, never a failure while nobody knows. Answers how many it took up,
 * and of how many it learned the outcome.
 */
export const completeAttempts = async (
  billing: Billing,
  { limit = 50, wall = billing.wallClock() }: CompleteOptions = {},
): Promise<{ readonly taken: number; readonly finished: number }> => {
  let finished = 0
  const taken = await takeOverdue(billing, limit, wall)
  for (const attempt of taken) {
    try {
      const outcome = await askProcessor(billing, attempt)
      const hold = { paymentId: attempt.paymentId, attemptId: attempt.id, fence: attempt.fence }
      await write(billing.database, attempt.organizationId, (work) => finishAttempt(billing, work, hold, outcome))
      if (outcome.kind !== 'unknown' && outcome.kind !== 'action_required') finished += 1
    } catch (error) {
      billing.logger.error(
        { attempt: attempt.id, error },
        'an attempt could not be completed; it will be asked about again',
      )
    }
  }
  return { taken: taken.length, finished }
}

/** How attempts are taken up: at most so many, and those whose lease is over at a wall-clock time, default now. */
export interface CompleteOptions {
  readonly limit?: number
  readonly wall?: Timestamp
}

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
