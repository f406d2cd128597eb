import type { Processor } from './processor.ts'
import { inTime, withTimeout } from './with-timeout.ts'

/**
 * A processor that is waited for no longer than it promises to take. A movement of money whose answer is late or breaks is
 * `unknown`; a question that is not answered in time is an error, and whoever asked asks again later.
 */
export const answerInTime = (processor: Processor): Processor => {
  const { timeoutSeconds } = processor
  return {
    ...processor,
    authorize: (request) => withTimeout(processor.authorize(request), timeoutSeconds),
    capture: (request) => withTimeout(processor.capture(request), timeoutSeconds),
    void: (request) => withTimeout(processor.void(request), timeoutSeconds),
    refund: (request) => withTimeout(processor.refund(request), timeoutSeconds),
    lookUp: (reference) => inTime(processor.lookUp(reference), timeoutSeconds),
    close: (reference) => inTime(processor.close(reference), timeoutSeconds),
    settlements: (transactionIds) => inTime(processor.settlements(transactionIds), timeoutSeconds),
    list: (since, page) => inTime(processor.list(since, page), timeoutSeconds),
  }
}
