import type { Processor, Settlement } from './processor.ts'
import { Late } from './with-timeout.ts'

/**
 * What became of captured transactions, each for itself, by the processor's id; whatever an answer leaves out is still on its way. A request that fails is asked again in
 * halves, until the id that it rejects stands alone and is answered as `rejected`; the others are not held up by it. Where
 * none of several requests gets through, or the processor is silent, nobody is to blame and nothing is answered. `failed` hears of every
 * request that failed.
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
      // Silence says nothing about any of them, and takes as long each time.
      failures = error instanceof Late ? failuresMax : failures + 1
      if (ids.length === 1 && !(error instanceof Late))
        rejected.push({ transactionId: ids[0]!, state: 'rejected', message: String(error) })
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

/** A few rejected ids among a hundred are found with so many requests; more than that, and the processor is in trouble. */
const failuresMax = 40
