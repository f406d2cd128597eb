import type { ProcessorOutcome } from '../processors/processor.ts'
import { withTimeout } from '../processors/with-timeout.ts'
import type { AttemptRow } from '../store/rows.ts'
import type { Billing } from './billing.ts'
import { makeCall } from './make-call.ts'
import { actionEndsAt } from './wait-for-shopper.ts'

/**
 * What the processor says became of an attempt (decisions 10). Where it has never seen it, a call without one-time card data
 * is made again under the same key while the processor still recognises keys, and any other is closed there for good. Where
 * it has waited for the shopper long enough, it is closed too.
 */
export const askProcessor = async (billing: Billing, attempt: AttemptRow): Promise<ProcessorOutcome> => {
  const { processor, wallClock } = billing
  const seen = await processor.lookUp(attempt.processorKey)
  const wall = wallClock()
  if (seen?.kind === 'action_required' && actionEndsAt(attempt) <= wall) {
    return (await processor.close(attempt.processorKey)) ?? neverReceived
  }
  if (seen !== undefined) return seen
  const { call, openedAt } = attempt.request
  const ageSeconds = (Date.parse(wall) - Date.parse(openedAt)) / 1000
  if (call !== null && ageSeconds < processor.keyWindowSeconds) {
    return withTimeout(makeCall(billing, attempt.organizationId, call), processor.timeoutSeconds)
  }
  return (await processor.close(attempt.processorKey)) ?? neverReceived
}

const neverReceived: ProcessorOutcome = { kind: 'failed', message: 'The processor never received this call.' }
