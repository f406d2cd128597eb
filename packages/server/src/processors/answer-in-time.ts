import { refuseInTransaction } from '../store/inside-transaction.ts'
import type { Processor, ProcessorOutcome } from './processor.ts'
import { inTime, withTimeout } from './with-timeout.ts'

/**
 * A processor that is waited for no longer than its time-out. A movement of money whose answer is late or breaks is `unknown`. A
 * question that is not answered in time is an error, and is asked again later. It throws when it is called inside a transaction.
 */
export const answerInTime = (processor: Processor): Processor => {
  const { timeoutSeconds } = processor
  const move = async (call: () => Promise<ProcessorOutcome>) => {
    refuseInTransaction('A processor')
    return withTimeout(call(), timeoutSeconds)
  }
  const ask = async <Answer>(call: () => Promise<Answer>) => {
    refuseInTransaction('A processor')
    return inTime(call(), timeoutSeconds)
  }
  return {
    ...processor,
    authorize: (request) => move(() => processor.authorize(request)),
    capture: (request) => move(() => processor.capture(request)),
    void: (request) => move(() => processor.void(request)),
    refund: (request) => move(() => processor.refund(request)),
    lookUp: (reference) => ask(() => processor.lookUp(reference)),
    close: (reference) => ask(() => processor.close(reference)),
    settlements: (transactionIds) => ask(() => processor.settlements(transactionIds)),
    refunds: (transactionIds, at) => ask(() => processor.refunds(transactionIds, at)),
    list: (since, page) => ask(() => processor.list(since, page)),
  }
}
