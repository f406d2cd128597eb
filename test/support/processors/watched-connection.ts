import type { AuthorizeRequest, Processor, ProcessorOutcome } from '#server/processors/processor.ts'

/**
 * A connection with this id to a processor. It reports every charge request, made in one step or two, and then charges, unless `asked`
 * returns another answer.
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
