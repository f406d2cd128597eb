import type { Timestamp } from '@billing-checkout/domain'
import { ProcessorTimeout } from '../calls/with-timeout.ts'
import type { Processor, RefundNews, Settlement } from '../processor.ts'

/**
 * Returns the states of captured transactions, by the processor's ids. A transaction that the answer leaves out is in transit. An id that
 * the processor rejects does not delay the others; see {@link queryEach}.
 */
export const querySettlements = (
  processor: Processor,
  transactionIds: readonly string[],
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, Settlement>> =>
  queryEach<Settlement>({ query: (ids) => processor.settlements(ids), transactionIds, failed })

/**
 * Returns the states of accepted refunds, by the processor's ids. A refund that the processor's answer leaves out is unchanged, and counts
 * as pending. An id that the processor rejects does not delay the others; see {@link queryEach}.
 */
export const queryRefunds = (
  processor: Processor,
  { transactionIds, at }: { readonly transactionIds: readonly string[]; readonly at: Timestamp },
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, RefundNews>> =>
  queryEach<RefundNews>({ query: (ids) => processor.refunds(ids, at), transactionIds, failed })

/** A processor's answer about one transaction. */
interface Answer<State extends string = string> {
  readonly transactionId: string
  readonly state: State
}

type Rejected = Answer<'rejected'> & { readonly message: string }

/** A query about many transactions, by the processor's ids. */
interface EachQuery<Stated extends Answer> {
  readonly query: (transactionIds: readonly string[]) => Promise<readonly Stated[]>
  readonly transactionIds: readonly string[]
  /** Called with the error of every request that failed. */
  readonly failed: (error: unknown) => void
}

/**
 * Queries many transactions at once. An id that the answer leaves out is `pending`. A failed request is repeated in halves, until an id
 * that the processor rejects is alone. That id becomes `rejected`, so that it does not delay the others. If none of several requests
 * succeeds, the ids are not the cause, and the result is empty. A time-out ends the search, and earlier answers stand.
 */
const queryEach = async <Stated extends Answer>({
  query: request,
  transactionIds,
  failed,
}: EachQuery<Stated>): Promise<ReadonlyMap<string, Stated | Rejected | Answer<'pending'>>> => {
  const answers = new Map<string, Stated | Rejected | Answer<'pending'>>()
  const rejected: Rejected[] = []
  let failures = 0
  let hasAnswered = false
  const query = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0 || failures >= failuresMax) return
    try {
      const answered = await request(ids)
      for (const transactionId of ids) answers.set(transactionId, { transactionId, state: 'pending' })
      for (const answer of answered) answers.set(answer.transactionId, answer)
      hasAnswered = true
    } catch (error) {
      failed(error)
      // A silent processor reveals nothing about any id, and each request costs a time-out, so the search stops.
      failures = error instanceof ProcessorTimeout ? failuresMax : failures + 1
      const [transactionId, ...others] = ids
      if (transactionId !== undefined && others.length === 0 && !(error instanceof ProcessorTimeout))
        rejected.push({ transactionId, state: 'rejected', message: String(error) })
      if (ids.length > 1) {
        const middle = Math.ceil(ids.length / 2)
        await query(ids.slice(0, middle))
        await query(ids.slice(middle))
      }
    }
  }
  const queried = [...new Set(transactionIds)]
  await query(queried)
  if (hasAnswered || queried.length === 1) for (const one of rejected) answers.set(one.transactionId, one)
  return answers
}

/**
 * Failed requests after which the search stops: enough to find a few rejected ids among a hundred. More failures mean that the processor
 * itself is in trouble.
 */
const failuresMax = 40
