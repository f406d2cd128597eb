import { callProcessor, type ProcessorCall, twoStepsFor } from '../../processors/call-processor.ts'
import type { Processor, ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Timestamp } from '@billing-checkout/domain'
import type { Billing } from '../billing.ts'
import { knownOf } from './known-call.ts'
import { notePrepared } from './note-prepared.ts'

/** An attempt whose call the holder with this fence is making. */
export interface CallingAttempt extends Pick<
  AttemptRow,
  'organizationId' | 'id' | 'fence' | 'connection' | 'preparedId'
> {
  /** The wall-clock time just before the call was first made. */
  readonly openedAt: Timestamp
}

/** The outcome of a call, and the id of the transaction that was prepared for it; null if none was. */
interface Called {
  readonly outcome: ProcessorOutcome
  readonly preparedId: string | null
}

/**
 * Makes a call, in two steps if its processor prepares a charge before it executes it. A prepared charge is executed only after its
 * transaction id is committed here, and only by the holder who committed it.
 */
export const callInSteps = async (
  billing: Billing,
  processor: Processor,
  attempt: CallingAttempt,
  call: ProcessorCall,
): Promise<Called> => {
  const { preparedId } = attempt
  const twoSteps = twoStepsFor(processor, call)
  if (call.kind !== 'authorize' || twoSteps === undefined) {
    return { outcome: unlessUncertain(attempt, await callProcessor(processor, call)), preparedId }
  }
  const prepared = await twoSteps.prepare(call.request)
  if (prepared.kind === 'ended')
    return { outcome: await outcomeBeforeExecute(processor, attempt, call, prepared.outcome), preparedId }
  const { transactionId } = prepared
  if (!(await notePrepared(billing, attempt, transactionId))) {
    billing.logger.warn(
      { attempt: attempt.id, transactionId },
      'a prepared charge is not executed by who was overtaken',
    )
    return { outcome: overtaken, preparedId }
  }
  return { outcome: await twoSteps.execute(call.request, transactionId), preparedId: transactionId }
}

/**
 * If a processor refuses our key, this call certainly did nothing. The first holder therefore knows that nothing was charged. A later
 * holder does not, because a former holder's call may have arrived.
 */
const unlessUncertain = ({ fence }: CallingAttempt, outcome: ProcessorOutcome): ProcessorOutcome =>
  outcome.kind === 'failed' && outcome.lockedOut === true && fence > 1
    ? { kind: 'unknown', message: outcome.message }
    : outcome

/**
 * The outcome of a charge that ended in a step before the one that moves money. If the attempt had a former holder, whose charge may still
 * arrive, this closes the reference first; if that finds a charge, its outcome is returned instead. Throws if the processor does not
 * confirm the closing.
 */
export const outcomeBeforeExecute = async (
  processor: Processor,
  attempt: CallingAttempt,
  call: ProcessorCall,
  ended: ProcessorOutcome,
): Promise<ProcessorOutcome> => {
  const outcome = unlessUncertain(attempt, ended)
  if (outcome.kind !== 'failed' && outcome.kind !== 'declined') return outcome
  if (attempt.fence === 1) return outcome.kind === 'failed' ? { ...outcome, notExecuted: true } : outcome
  const closed = await processor.close(call.request.reference, knownOf(attempt, call))
  // If the reference was closed unused, the outcome of the failed step says more than the closing does.
  return closed === undefined || closed.kind === 'failed' ? outcome : closed
}

const overtaken: ProcessorOutcome = {
  kind: 'unknown',
  message: 'The charge was prepared, and is left to whoever has taken it up.',
}
