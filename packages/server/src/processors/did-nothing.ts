import type { ProcessorOutcome } from './outcome.ts'

/**
 * Whether a call that was made for the first time certainly did nothing: it was never sent, its processor refused our credentials, or the
 * charge ended before it was executed. A call that timed out or broke off, was declined, or waits for its shopper may have done something.
 */
export const didNothing = (outcome: ProcessorOutcome): boolean => {
  if (outcome.kind === 'unknown') return outcome.notSent === true
  return outcome.kind === 'failed' && (outcome.lockedOut === true || outcome.notExecuted === true)
}
