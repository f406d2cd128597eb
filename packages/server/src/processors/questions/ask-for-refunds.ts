import type { Timestamp } from '@billing-checkout/domain'
import { askAboutEach } from './ask-about-each.ts'
import type { Processor, RefundNews } from '../processor.ts'

/**
 * Returns the states of accepted refunds, by the processor's ids. A refund that the processor's answer leaves out is unchanged, and counts
 * as pending. An id that the processor rejects does not delay the others; see {@link askAboutEach}.
 */
export const askForRefunds = (
  processor: Processor,
  { transactionIds, at }: { readonly transactionIds: readonly string[]; readonly at: Timestamp },
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, RefundNews>> =>
  askAboutEach<RefundNews>({ ask: (ids) => processor.refunds(ids, at), transactionIds, failed })
