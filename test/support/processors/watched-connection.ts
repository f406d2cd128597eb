import type { AuthorizeRequest, Processor, ProcessorOutcome } from '#server/processors/processor.ts'

/**
 * A connection of that id to a processor. It reports every charge request, in one step or two, and charges unless it has
 * another answer to give instead.
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
