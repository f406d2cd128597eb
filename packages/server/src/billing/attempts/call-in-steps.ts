import { callProcessor, type ProcessorCall, twoStepsFor } from '../../processors/call-processor.ts'
import type { Processor, ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Timestamp } from '@billing-checkout/domain'
import type { Billing } from '../billing.ts'
import { knownOf } from './known-call.ts'
import { notePrepared } from './note-prepared.ts'

/** An attempt, with the fence of the worker or request that is making its call. */
export interface CallingAttempt extends Pick<
  AttemptRow,
  'organizationId' | 'id' | 'fence' | 'connection' | 'preparedId'
> {
  /** The wall-clock time just before the call was first made. */
  readonly openedAt: Timestamp
}

/** The outcome of a call, and the processor's id of the transaction prepared for the call; null if none was prepared. */
interface Called {
  readonly outcome: ProcessorOutcome
  readonly preparedId: string | null
}

/**
 * Makes a call. If the processor first prepares a charge and then executes it, the prepared transaction's id is committed in between. Only
 * the holder that committed this id executes the charge.
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
      'a prepared charge is not executed, because another worker has taken over its attempt',
    )
    return { outcome: overtaken, preparedId }
  }
  return { outcome: await twoSteps.execute(call.request, transactionId), preparedId: transactionId }
}

/**
 * Makes the outcome `unknown` if the processor refuses our API key and the attempt had an earlier holder: this call did nothing, but the
 * earlier holder's call may have charged.
 */
const unlessUncertain = ({ fence }: CallingAttempt, outcome: ProcessorOutcome): ProcessorOutcome =>
  outcome.kind === 'failed' && outcome.lockedOut === true && fence > 1
    ? { kind: 'unknown', message: outcome.message }
    : outcome

/**
 * Returns the outcome of a charge that ended before the step that moves money. If the attempt had an earlier holder, whose charge may still
 * arrive, this first closes the reference at the processor. If the processor finds a charge under the reference, this returns the outcome
 * of that charge. Throws if the processor does not confirm that the reference is closed.
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
  // If nothing was charged under the reference, return the failed step's outcome, because it states the reason.
  return closed === undefined || closed.kind === 'failed' ? outcome : closed
}

const overtaken: ProcessorOutcome = {
  kind: 'unknown',
  message: 'The charge was prepared, and is left to the worker that has taken it over.',
}
