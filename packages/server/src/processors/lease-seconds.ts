import type { Processor } from './processor.ts'
import type { Processors } from './processors.ts'

/**
 * Seconds of an attempt's lease, during which no other worker leases the attempt. They cover `calls` consecutive calls to the processor,
 * and time to record the outcome.
 */
export const leaseSecondsFor = (
  { timeoutSeconds, customers }: Pick<Processor, 'timeoutSeconds' | 'customers'>,
  calls: number,
): number =>
  // If the processor keeps records of customers, making one may take another call.
  Math.max(60, (calls + (customers === undefined ? 0 : 1)) * timeoutSeconds + 20)

/** Seconds of the longest lease that any processor needs for this many calls, for callers that do not know the attempt's processor. */
export const longestLease = ({ all }: Pick<Processors, 'all'>, calls: number): number =>
  Math.max(...all.map((processor) => leaseSecondsFor(processor, calls)))
