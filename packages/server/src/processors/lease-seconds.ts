import type { Processor } from './processor.ts'

/**
 * Seconds for which nobody else takes up an attempt whose holder makes `calls` calls to a processor in a row: longer than the
 * calls can take, with time left to record the outcome.
 */
export const leaseSecondsFor = ({ timeoutSeconds }: Pick<Processor, 'timeoutSeconds'>, calls: number): number =>
  Math.max(60, calls * timeoutSeconds + 20)
