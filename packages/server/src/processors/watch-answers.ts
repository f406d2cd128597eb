import type { Breaker } from './breaker.ts'
import type { Processor, ProcessorOutcome } from './processor.ts'

/**
 * A processor whose breaker hears which of its movements of money were answered: those of shoppers and merchants, too. Questions
 * do not count, because they may well be answered by a processor that cannot charge.
 */
export const watchAnswers = (processor: Processor, breaker: Breaker): Processor => {
  const note = async (moved: Promise<ProcessorOutcome>): Promise<ProcessorOutcome> => {
    const outcome = await moved
    if (outcome.kind === 'unknown') breaker.noteSilence()
    else breaker.noteAnswer()
    return outcome
  }
  return {
    ...processor,
    authorize: (request) => note(processor.authorize(request)),
    capture: (request) => note(processor.capture(request)),
    void: (request) => note(processor.void(request)),
    refund: (request) => note(processor.refund(request)),
  }
}
