import type { ProcessorOutcome } from './outcome.ts'

/**
 * Whether the first call under a reference certainly had no effect: it was never sent, the processor refused our credentials, or the charge
 * ended before it was executed. A call that timed out, broke off, was declined, or waits for its shopper may have had an effect.
 */
export const certainlyHadNoEffect = (outcome: ProcessorOutcome): boolean => {
  if (outcome.kind === 'unknown') return outcome.notSent === true
  return outcome.kind === 'failed' && (outcome.lockedOut === true || outcome.notExecuted === true)
}
