import type { Processor } from '../../processors/processor.ts'

/**
 * How long nobody else takes up an attempt whose holder makes so many calls to a processor, one after the other: never
 * shorter than those may take, with time left to write down what became of them.
 */
export const leaseSecondsFor = ({ timeoutSeconds }: Pick<Processor, 'timeoutSeconds'>, calls: number): number =>
  Math.max(60, calls * timeoutSeconds + 20)
