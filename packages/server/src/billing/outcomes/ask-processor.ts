import type { ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { closeReference } from '../attempts/close-reference.ts'
import { knownCallOf } from '../attempts/known-call.ts'
import { hasShopper, makeCall } from '../attempts/make-call.ts'
import { actionEndsAt } from '../attempts/action-times.ts'

/**
 * Queries the processor for the outcome of an attempt. If the processor has never seen the attempt, this repeats the call under the same
 * idempotency key, provided that the call had no one-time card data and the processor still recognises keys of that age. Otherwise this
 * closes the reference at the processor, so that the call cannot charge late.
 */
export const askProcessor = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome> => {
  const { processors, wallClock } = billing
  const processor = processors.of(attempt.connection)
  const seen = await lookUpAttempt(billing, attempt)
  if (seen !== undefined) return seen
  const { call, openedAt } = attempt.request
  const ageSeconds = (Date.parse(wallClock()) - Date.parse(openedAt)) / 1000
  return call !== null && ageSeconds < processor.keyWindowSeconds
    ? makeCall(billing, { ...attempt, openedAt }, call)
    : closeReference(processor, attempt.processorKey, knownCallOf(attempt))
}

/**
 * What the processor knows about an attempt; `undefined` if it has never seen it. An attempt that waits for the shopper is closed after the
 * shopper's time is up. If the charge was made without a shopper, it is closed immediately, because no shopper will answer.
 */
export const lookUpAttempt = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome | undefined> => {
  const { connection, processorKey, request } = attempt
  const processor = billing.processors.of(connection)
  const seen = await processor.lookUp(processorKey, knownCallOf(attempt))
  if (seen?.kind !== 'action_required') return seen
  const isAwaited = hasShopper(request.call) && billing.wallClock() < actionEndsAt(attempt)
  return isAwaited ? seen : closeReference(processor, processorKey, knownCallOf(attempt))
}
