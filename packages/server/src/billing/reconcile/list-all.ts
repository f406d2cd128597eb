import type { Timestamp } from '@billing-checkout/domain'
import type { ListedTransaction } from '../../processors/processor.ts'
import type { Processors } from '../../processors/processors.ts'

/** Everything that a connection's processor lists since a time, by reference, page by page. */
export const listAll = async (
  processors: Processors,
  connection: string,
  since: Timestamp,
): Promise<ReadonlyMap<string, ListedTransaction>> => {
  const listed = new Map<string, ListedTransaction>()
  for (let page: string | undefined; ;) {
    const { transactions, next } = await processors.of(connection).list(since, page)
    for (const transaction of transactions) listed.set(transaction.reference, transaction)
    if (next === null) return listed
    if (next === page) throw new Error('The processor lists the same page repeatedly.')
    page = next
  }
}
