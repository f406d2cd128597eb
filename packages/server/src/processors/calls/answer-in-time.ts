import { CalledInTransaction, beforeNetworkCall } from '../../store/writes/inside-transaction.ts'
import type { Processor, TwoSteps, ProcessorOutcome } from '../processor.ts'
import { inTime, withTimeout } from './with-timeout.ts'

/**
 * Limits a processor's answers to its time-out. A movement of money whose answer is late or fails is `unknown`. A query without an answer
 * in time throws, and the caller repeats it later. Throws if it is called inside a transaction.
 */
export const answerInTime = (processor: Processor): Processor => {
  const { timeoutSeconds } = processor
  const move = async (call: () => Promise<ProcessorOutcome>) => {
    beforeNetworkCall('A processor')
    return withTimeout(call(), timeoutSeconds)
  }
  const ask = async <Answer>(call: () => Promise<Answer>) => {
    beforeNetworkCall('A processor')
    return inTime(call(), timeoutSeconds)
  }
  const { customers } = processor
  return {
    ...processor,
    authorize: (request) => move(() => processor.authorize(request)),
    capture: (request) => move(() => processor.capture(request)),
    void: (request) => move(() => processor.void(request)),
    refund: (request) => move(() => processor.refund(request)),
    twoSteps: processor.twoSteps && inTimeOf(processor.twoSteps, move, ask),
    customers: customers && {
      make: (customer, number) => ask(() => customers.make(customer, number)),
    },
    describe: processor.describe && ((token) => ask(async () => processor.describe?.(token))),
    describeStored: processor.describeStored && ((token) => ask(async () => processor.describeStored?.(token))),
    lookUp: (reference, known) => ask(() => processor.lookUp(reference, known)),
    close: (reference, known) => ask(() => processor.close(reference, known)),
    settlements: (transactionIds) => ask(() => processor.settlements(transactionIds)),
    refunds: (transactionIds, at) => ask(() => processor.refunds(transactionIds, at)),
    list: (since, page) => ask(() => processor.list(since, page)),
    forget: (customer) => ask(() => processor.forget(customer)),
    detach: (token) => ask(() => processor.detach(token)),
    news: (since, at, page) => ask(() => processor.news(since, at, page)),
    reconcile: (day, page) => ask(() => processor.reconcile(day, page)),
    disputes: (disputeIds, at) => ask(() => processor.disputes(disputeIds, at)),
  }
}

type Move = (call: () => Promise<ProcessorOutcome>) => Promise<ProcessorOutcome>
type Ask = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

/**
 * If the first step is late or fails, no money has moved. The outcome is still unknown, because the processor may have prepared the charge.
 */
const inTimeOf = (twoSteps: TwoSteps, move: Move, ask: Ask): TwoSteps => ({
  ...twoSteps,
  async prepare(request) {
    try {
      return await ask(() => twoSteps.prepare(request))
    } catch (error) {
      if (error instanceof CalledInTransaction) throw error
      return { kind: 'ended', outcome: { kind: 'unknown', message: 'The processor could not be reached.' } }
    }
  },
  execute: (request, transactionId) => move(() => twoSteps.execute(request, transactionId)),
})
