import type { Processor, ProcessorOutcome } from '../processor.ts'
import type { Breaker } from './breaker.ts'

/**
 * Wraps a processor so that its breaker learns which calls that move money were answered, including calls for shoppers and merchants.
 * Queries do not count, because a processor that cannot charge may still answer them.
 */
export const watchAnswers = (processor: Processor, breaker: Breaker): Processor => {
  const note = async (moved: Promise<ProcessorOutcome>): Promise<ProcessorOutcome> => {
    const outcome = await moved
    // A rate limit is an answer: an unavailable processor could not send it.
    if (outcome.kind === 'unknown' && outcome.limited !== true) breaker.noteSilence()
    else breaker.noteAnswer()
    return outcome
  }
  const { twoSteps } = processor
  return {
    ...processor,
    twoSteps: twoSteps && {
      ...twoSteps,
      async prepare(request) {
        const prepared = await twoSteps.prepare(request)
        if (prepared.kind === 'ended') await note(Promise.resolve(prepared.outcome))
        return prepared
      },
      execute: (request, transactionId) => note(twoSteps.execute(request, transactionId)),
    },
    authorize: (request) => note(processor.authorize(request)),
    capture: (request) => note(processor.capture(request)),
    void: (request) => note(processor.void(request)),
    refund: (request) => note(processor.refund(request)),
  }
}
