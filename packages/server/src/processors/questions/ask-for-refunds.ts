import type { Timestamp } from '@billing-checkout/domain'
import { askAboutEach } from './ask-about-each.ts'
import type { Processor, RefundNews } from '../processor.ts'

/**
 * What became of accepted refunds, by the processor's ids; what an answer leaves out is unchanged, and answered as pending. An id
 * that the processor rejects does not hold up the others; see {@link askAboutEach}.
 */
export const askForRefunds = (
  processor: Processor,
  { transactionIds, at }: { readonly transactionIds: readonly string[]; readonly at: Timestamp },
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, RefundNews>> =>
  askAboutEach<RefundNews>({ ask: (ids) => processor.refunds(ids, at), transactionIds, failed })
