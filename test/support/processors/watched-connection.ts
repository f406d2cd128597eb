import type { AuthorizeRequest, Processor, ProcessorOutcome } from '#server/processors/processor.ts'

/**
 * A connection with this id to a processor. It passes every charge request, in one step or two, to `asked`. If `asked` returns an outcome,
 * that is the answer; otherwise the processor charges.
 */
export const watchedConnection = (
  processor: Processor,
  id: string,
  asked: (request: AuthorizeRequest) => Promise<ProcessorOutcome> | undefined,
): Processor => ({
  ...processor,
  id,
  authorize: async (request) => (await asked(request)) ?? processor.authorize(request),
  twoSteps: processor.twoSteps && {
    ...processor.twoSteps,
    async prepare(request) {
      const outcome = await asked(request)
      return outcome ? { kind: 'ended', outcome } : processor.twoSteps!.prepare(request)
    },
  },
})
