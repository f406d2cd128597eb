import { NetworkCallInTransaction, prepareNetworkCall } from '../../store/writes/inside-transaction.ts'
import type { Processor, TwoSteps, ProcessorOutcome } from '../processor.ts'
import { queryWithTimeout, outcomeWithTimeout } from './with-timeout.ts'

/**
 * Wraps a processor so that each call ends within its time-out. If a call that moves money fails or is late, its outcome is `unknown`. Any
 * other late call throws. A call in a database transaction throws.
 */
export const withCallTimeouts = (processor: Processor): Processor => {
  const { timeoutSeconds } = processor
  const unknownIfLate = async (call: () => Promise<ProcessorOutcome>) => {
    prepareNetworkCall('A processor')
    return outcomeWithTimeout(call(), timeoutSeconds)
  }
  const throwIfLate = async <Answer>(call: () => Promise<Answer>) => {
    prepareNetworkCall('A processor')
    return queryWithTimeout(call(), timeoutSeconds)
  }
  const { customers } = processor
  return {
    ...processor,
    authorize: (request) => unknownIfLate(() => processor.authorize(request)),
    capture: (request) => unknownIfLate(() => processor.capture(request)),
    void: (request) => unknownIfLate(() => processor.void(request)),
    refund: (request) => unknownIfLate(() => processor.refund(request)),
    twoSteps: processor.twoSteps && inTimeOf(processor.twoSteps, unknownIfLate, throwIfLate),
    customers: customers && {
      make: (customer, number) => throwIfLate(() => customers.make(customer, number)),
    },
    describe: processor.describe && ((token) => throwIfLate(async () => processor.describe?.(token))),
    describeStored: processor.describeStored && ((token) => throwIfLate(async () => processor.describeStored?.(token))),
    lookUp: (reference, known) => throwIfLate(() => processor.lookUp(reference, known)),
    close: (reference, known) => throwIfLate(() => processor.close(reference, known)),
    settlements: (transactionIds) => throwIfLate(() => processor.settlements(transactionIds)),
    refunds: (transactionIds, at) => throwIfLate(() => processor.refunds(transactionIds, at)),
    list: (since, page) => throwIfLate(() => processor.list(since, page)),
    forget: (customer) => throwIfLate(() => processor.forget(customer)),
    detach: (token) => throwIfLate(() => processor.detach(token)),
    news: (since, at, page) => throwIfLate(() => processor.news(since, at, page)),
    reconcile: (day, page) => throwIfLate(() => processor.reconcile(day, page)),
    disputes: (disputeIds, at) => throwIfLate(() => processor.disputes(disputeIds, at)),
  }
}

type UnknownIfLate = (call: () => Promise<ProcessorOutcome>) => Promise<ProcessorOutcome>
type ThrowIfLate = <Answer>(call: () => Promise<Answer>) => Promise<Answer>

/**
 * If the first step is late or fails, no money has moved. The outcome is still unknown, because the processor may have prepared the charge.
 */
const inTimeOf = (twoSteps: TwoSteps, unknownIfLate: UnknownIfLate, throwIfLate: ThrowIfLate): TwoSteps => ({
  ...twoSteps,
  async prepare(request) {
    try {
      return await throwIfLate(() => twoSteps.prepare(request))
    } catch (error) {
      if (error instanceof NetworkCallInTransaction) throw error
      return { kind: 'ended', outcome: { kind: 'unknown', message: 'The processor could not be reached.' } }
    }
  },
  execute: (request, transactionId) => unknownIfLate(() => twoSteps.execute(request, transactionId)),
})
