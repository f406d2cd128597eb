import type { Processor } from './processor.ts'
import type { Processors } from './processors.ts'

/**
 * Seconds for which no other worker takes up an attempt whose holder makes `calls` calls to a processor in a row: longer than the calls
 * can take, with time left to record the outcome.
 */
export const leaseSecondsFor = (
  { timeoutSeconds, customers }: Pick<Processor, 'timeoutSeconds' | 'customers'>,
  calls: number,
): number =>
  // If the processor keeps records of customers, one may have to be made first.
  Math.max(60, (calls + (customers === undefined ? 0 : 1)) * timeoutSeconds + 20)

/** The longest lease for so many calls, if it is not known to which processor they will be. */
export const longestLease = ({ all }: Pick<Processors, 'all'>, calls: number): number =>
  Math.max(...all.map((processor) => leaseSecondsFor(processor, calls)))
