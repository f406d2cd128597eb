import type { ProcessorOutcome } from './outcome.ts'

/**
 * Whether a call that nobody made before certainly did nothing: it never left, its processor lets nobody in, or the charge ended before it was
 * executed. What was late, broke off, was declined or waits for its shopper did not.
 */
export const didNothing = (outcome: ProcessorOutcome): boolean => {
  if (outcome.kind === 'unknown') return outcome.notSent === true
  return outcome.kind === 'failed' && (outcome.lockedOut === true || outcome.notExecuted === true)
}
