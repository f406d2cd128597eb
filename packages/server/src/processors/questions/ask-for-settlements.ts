import { askAboutEach } from './ask-about-each.ts'
import type { Processor, Settlement } from '../processor.ts'

/**
 * Returns the states of captured transactions, by the processor's ids. A transaction that the answer leaves out is in transit. An id that
 * the processor rejects does not delay the others; see {@link askAboutEach}.
 */
export const askForSettlements = (
  processor: Processor,
  transactionIds: readonly string[],
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, Settlement>> =>
  askAboutEach<Settlement>({ ask: (ids) => processor.settlements(ids), transactionIds, failed })
