import type { ProcessorOutcome } from './outcome.ts'

/**
 * Whether the first call certainly had no effect: it was never sent, its processor refused our credentials, or the charge ended before it
 * was executed. A call that timed out, broke off, was declined, or waits for its shopper may have had one.
 */
export const didNothing = (outcome: ProcessorOutcome): boolean => {
  if (outcome.kind === 'unknown') return outcome.notSent === true
  return outcome.kind === 'failed' && (outcome.lockedOut === true || outcome.notExecuted === true)
}
