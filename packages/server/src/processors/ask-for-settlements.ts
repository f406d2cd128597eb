import type { Processor, Settlement } from './processor.ts'
import { Late } from './with-timeout.ts'

/**
 * The state of captured transactions, by the processor's id; what an answer leaves out is still on its way. A request that fails
 * is repeated in halves, until the id that the processor rejects stands alone and is answered as `rejected`, so that the others
 * are not held up by it. When none of several requests succeeds, or the processor is silent, no id is blamed and nothing is
 * answered. `failed` is called with the error of every request that failed.
 */
export const askForSettlements = async (
  processor: Processor,
  transactionIds: readonly string[],
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, Settlement>> => {
  const told = new Map<string, Settlement>()
  const rejected: Settlement[] = []
  let failures = 0
  let hasAnswered = false
  const ask = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0 || failures >= failuresMax) return
    try {
      const answered = await processor.settlements(ids)
      for (const transactionId of ids) told.set(transactionId, { transactionId, state: 'pending' })
      for (const settlement of answered) told.set(settlement.transactionId, settlement)
      hasAnswered = true
    } catch (error) {
      failed(error)
      // A silent processor says nothing about any id, and costs a time-out each time.
      failures = error instanceof Late ? failuresMax : failures + 1
      const [transactionId, ...others] = ids
      if (transactionId !== undefined && others.length === 0 && !(error instanceof Late))
        rejected.push({ transactionId, state: 'rejected', message: String(error) })
      if (ids.length > 1) {
        const middle = Math.ceil(ids.length / 2)
        await ask(ids.slice(0, middle))
        await ask(ids.slice(middle))
      }
    }
  }
  const asked = [...new Set(transactionIds)]
  await ask(asked)
  if (hasAnswered || asked.length === 1)
    for (const settlement of rejected) told.set(settlement.transactionId, settlement)
  return told
}

/** This many requests find a few rejected ids among a hundred. When there are more, the processor is in trouble. */
const failuresMax = 40
