import type { ProcessorOutcome } from './outcome.ts'

/**
 * Whether a call that nobody made before certainly did nothing: it was never sent, its processor refused our credentials, or the charge ended
 * before it was executed. That is never certain of a call that timed out or broke off, that was declined, or that waits for its shopper.
 */
export const didNothing = (outcome: ProcessorOutcome): boolean => {
  if (outcome.kind === 'unknown') return outcome.notSent === true
  return outcome.kind === 'failed' && (outcome.lockedOut === true || outcome.notExecuted === true)
}
