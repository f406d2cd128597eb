import { callProcessor, type ProcessorCall, twoStepsFor } from '../../processors/call-processor.ts'
import type { Processor, ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Timestamp } from '@billing-checkout/domain'
import type { Billing } from '../billing.ts'
import { knownOf } from './known-call.ts'
import { notePrepared } from './note-prepared.ts'

/** An attempt whose call is made just now, by the holder with this fence. */
export interface CallingAttempt extends Pick<
  AttemptRow,
  'organizationId' | 'id' | 'fence' | 'connection' | 'preparedId'
> {
  /** The wall-clock time just before the call was first made. */
  readonly openedAt: Timestamp
}

/** How a call ended, and the transaction that was prepared for it, if one was. */
interface Called {
  readonly outcome: ProcessorOutcome
  readonly preparedId: string | null
}

/**
 * Makes a call, in two steps if its processor has them. A charge that was prepared is executed only once its transaction is
 * committed here, and only by the holder who has committed it.
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
    return { outcome: asFarAsCertain(attempt, await callProcessor(processor, call)), preparedId }
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
 * If a processor refuses our key, it is certain only that this call did nothing. The holder of the first call knows that nothing was done.
 * A later holder does not know it, because the call of a former holder may have arrived.
 */
const asFarAsCertain = ({ fence }: CallingAttempt, outcome: ProcessorOutcome): ProcessorOutcome =>
  outcome.kind === 'failed' && outcome.lockedOut === true && fence > 1
    ? { kind: 'unknown', message: outcome.message }
    : outcome

/**
 * The outcome of a charge that ended before its money could move, in what has to come first. After a former holder, whose charge may
 * still arrive, that is believed only once the reference is closed, and not at all if the charge was made. Throws where closing is not
 * certain.
 */
export const outcomeBeforeExecute = async (
  processor: Processor,
  attempt: CallingAttempt,
  call: ProcessorCall,
  ended: ProcessorOutcome,
): Promise<ProcessorOutcome> => {
  const outcome = asFarAsCertain(attempt, ended)
  if (outcome.kind !== 'failed' && outcome.kind !== 'declined') return outcome
  if (attempt.fence === 1) return outcome.kind === 'failed' ? { ...outcome, notExecuted: true } : outcome
  const closed = await processor.close(call.request.reference, knownOf(attempt, call))
  // A reference that was closed unused says less than what kept the charge from being made.
  return closed === undefined || closed.kind === 'failed' ? outcome : closed
}

const overtaken: ProcessorOutcome = {
  kind: 'unknown',
  message: 'The charge was prepared, and is left to whoever has taken it up.',
}
