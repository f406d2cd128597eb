import type { Processor } from './processor.ts'
import type { Processors } from './processors.ts'

/**
 * Seconds for which no other worker takes an attempt whose holder makes `calls` consecutive calls to a processor: longer than the calls can
 * take, plus time to record the outcome.
 */
export const leaseSecondsFor = (
  { timeoutSeconds, customers }: Pick<Processor, 'timeoutSeconds' | 'customers'>,
  calls: number,
): number =>
  // If the processor keeps records of customers, making one may take another call.
  Math.max(60, (calls + (customers === undefined ? 0 : 1)) * timeoutSeconds + 20)

/** The longest lease for this many calls, if the processor is not known. */
export const longestLease = ({ all }: Pick<Processors, 'all'>, calls: number): number =>
  Math.max(...all.map((processor) => leaseSecondsFor(processor, calls)))
