import type { ProcessorOutcome } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import { lookUpAttempt } from './ask-processor.ts'
import { knownCallOf } from '../attempts/known-call.ts'
import { takeOver } from '../attempts/take-over.ts'
import type { Billing } from '../billing.ts'
import { observeOutcome } from '../payments/observe-payment.ts'
import { commitOutcome } from './commit-outcome.ts'
import { finishAttempt } from './finish-attempt.ts'

/**
 * Handles a processor's notification about a reference by querying the processor for its state. Only the answer to this query counts, so it
 * does no harm if a notification arrives twice, late, or before the answer to the original call.
 */
export const askAboutAttempt = (billing: Billing, connection: string, reference: string): Promise<void> =>
  takeUp(billing, { connection, processorKey: reference }, lookUpAttempt)

/** Queries the processor for the outcome immediately after the shopper has returned from their bank or wallet. */
export const concludeAction = (billing: Billing, actionId: string): Promise<void> =>
  takeUp(billing, { actionId }, lookUpAttempt)

/** Cancels the action that awaits the shopper at their bank or wallet. If the shopper completed it just before, their payment counts. */
export const cancelAction = (billing: Billing, actionId: string): Promise<void> =>
  takeUp(billing, { actionId }, async ({ processors }, attempt) =>
    attempt.action === null
      ? undefined
      : processors.of(attempt.connection).close(attempt.processorKey, knownCallOf(attempt)),
  )

type Ask = (billing: Billing, attempt: AttemptRow) => Promise<ProcessorOutcome | undefined>

const takeUp = async (
  billing: Billing,
  which: Partial<Pick<AttemptRow, 'connection' | 'processorKey' | 'actionId'>>,
  ask: Ask,
): Promise<void> => {
  const attempt = await acrossOrganizations(
    billing.database,
    which.actionId === undefined ? 'processor report' : 'action id',
  )
    .selectFrom('attempts')
    .selectAll()
    .where((attempts) => attempts.and({ ...which, state: 'open' }))
    .executeTakeFirst()
  if (attempt === undefined) return
  const outcome = await queryOrUndefined(billing, attempt, ask)
  // Leave an outcome that is not final to the worker that holds the attempt, and to `completeAttempts`.
  if (outcome === undefined || outcome.kind === 'unknown' || outcome.kind === 'action_required') return
  const payment = await commitOutcome(billing, outcome, (recorded) =>
    write(billing.database, attempt.organizationId, async (work) => {
      const fence = await takeOver(work, attempt)
      if (fence === undefined) return undefined
      return finishAttempt(billing, work, { paymentId: attempt.paymentId, attemptId: attempt.id, fence }, recorded)
    }),
  )
  if (payment !== undefined) observeOutcome(billing, attempt.kind, outcome, payment)
}

/**
 * The processor's answer; `undefined` if it cannot be queried now. The error is only logged, because the sender of the notification cannot
 * fix it; `completeAttempts` queries the processor later.
 */
const queryOrUndefined = async (
  billing: Billing,
  attempt: AttemptRow,
  ask: Ask,
): Promise<ProcessorOutcome | undefined> => {
  try {
    return await ask(billing, attempt)
  } catch (error) {
    billing.logger.warn({ attempt: attempt.id, err: error }, 'the query to the processor failed; the server will retry')
    return undefined
  }
}
