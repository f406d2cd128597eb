import { sql } from 'kysely'
import type { ProcessorOutcome } from '../processors/processor.ts'
import type { AttemptRow } from '../store/rows.ts'
import { write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { finishAttempt } from './finish-attempt.ts'

/** How long one holder may ask about an attempt before another may, and how long a still unknown one rests. */
const leaseSeconds = 60

/**
 * Takes up attempts whose holder went away, a crash between charge and commit say, and asks the processor what became of
 * them (decisions 10). What the processor never saw carried one-time card data or was never sent: its reference is closed
 * there, so that a late arrival cannot charge, and only then it counts as failed. Answers how many it took up.
 */
export const completeAttempts = async (billing: Billing, limit = 50): Promise<number> => {
  const taken = await takeOverdue(billing, limit)
  for (const attempt of taken) {
    try {
      const outcome = await whatBecameOf(billing, attempt)
      const hold = { paymentId: attempt.paymentId, attemptId: attempt.id, fence: attempt.fence }
      await write(billing.database, attempt.organizationId, (work) => finishAttempt(billing, work, hold, outcome))
    } catch (error) {
      billing.logger.error(
        { attempt: attempt.id, error },
        'an attempt could not be completed; it will be asked about again',
      )
    }
  }
  return taken.length
}

/** Open attempts past their lease, taken with a higher fence, so that their former holder changes nothing any more. */
const takeOverdue = async ({ database, wallClock }: Billing, limit: number): Promise<AttemptRow[]> => {
  const wall = wallClock()
  const leaseUntil = new Date(Date.parse(wall) + leaseSeconds * 1000).toISOString()
  return database
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
}

const whatBecameOf = async ({ processor }: Billing, { processorKey }: AttemptRow): Promise<ProcessorOutcome> =>
  (await processor.lookUp(processorKey)) ??
  (await processor.close(processorKey)) ?? { kind: 'failed', message: 'The processor never received this payment.' }
