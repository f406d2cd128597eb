import type { Observer } from '../../logging/observer.ts'
import { runInSpan, type SpanBeginning, type SpanEnd, type Tracing } from '../../logging/tracing.ts'
import type { Processor, ProcessorOutcome } from '../processor.ts'

/**
 * Wraps a processor so that its calls are reported with outcome and duration, and get a span if a tracer collects spans. Calls of `news`,
 * `disputes`, `forget`, `detach` and `customers.make` are not reported.
 */
export const observeCalls = (processor: Processor, { processorCalled }: Observer, tracing?: Tracing): Processor => {
  const { id: connection, twoSteps, describe, describeStored } = processor
  const observe = async <Answer>(
    call: string,
    make: () => Promise<Answer>,
    nameOf: (answer: Answer) => string = () => 'answered',
  ): Promise<Answer> => {
    const started = performance.now()
    const report = (outcome: string) =>
      processorCalled({ connection, call, outcome, seconds: (performance.now() - started) / 1000 })
    try {
      const answer = await (tracing === undefined
        ? make()
        : runInSpan(tracing, spanOf(connection, call), make, (answered) => endOf(nameOf(answered))))
      report(nameOf(answer))
      return answer
    } catch (error) {
      report('error')
      throw error
    }
  }
  return {
    ...processor,
    authorize: (request) => observe('authorize', () => processor.authorize(request), kindOf),
    capture: (request) => observe('capture', () => processor.capture(request), kindOf),
    void: (request) => observe('void', () => processor.void(request), kindOf),
    refund: (request) => observe('refund', () => processor.refund(request), kindOf),
    twoSteps: twoSteps && {
      ...twoSteps,
      prepare: (request) =>
        observe(
          'prepare',
          () => twoSteps.prepare(request),
          (prepared) => (prepared.kind === 'ended' ? prepared.outcome.kind : prepared.kind),
        ),
      execute: (request, transactionId) => observe('execute', () => twoSteps.execute(request, transactionId), kindOf),
    },
    describe: describe && ((token) => observe('describe', () => describe.call(processor, token))),
    describeStored:
      describeStored && ((token) => observe('describe_stored', () => describeStored.call(processor, token))),
    lookUp: (reference, known) => observe('look_up', () => processor.lookUp(reference, known)),
    close: (reference, known) => observe('close', () => processor.close(reference, known)),
    settlements: (transactionIds) => observe('settlements', () => processor.settlements(transactionIds)),
    refunds: (transactionIds, at) => observe('refunds', () => processor.refunds(transactionIds, at)),
    list: (since, page) => observe('list', () => processor.list(since, page)),
    reconcile: (day, page) => observe('reconcile', () => processor.reconcile(day, page)),
  }
}

const spanOf = (connection: string, call: string): SpanBeginning => ({
  name: `processor ${call}`,
  kind: 'client',
  attributes: { 'billing_checkout.connection': connection, 'billing_checkout.processor.call': call },
})

/** An unknown outcome counts as a failed call; a decline does not. */
const endOf = (outcome: string): SpanEnd => ({
  attributes: { 'billing_checkout.processor.outcome': outcome },
  failure: outcome === 'unknown' ? outcome : undefined,
})

const kindOf = ({ kind }: ProcessorOutcome): string => kind
