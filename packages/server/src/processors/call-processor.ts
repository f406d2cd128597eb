import type { AuthorizeRequest, Processor, ProcessorOutcome, RefundRequest } from './processor.ts'

/** What is asked of the processor. */
export type ProcessorCall =
  | { readonly kind: 'authorize'; readonly request: AuthorizeRequest }
  | { readonly kind: 'refund'; readonly request: RefundRequest }

/** Makes the call, the first time or again. */
export const callProcessor = (processor: Processor, call: ProcessorCall): Promise<ProcessorOutcome> =>
  call.kind === 'authorize' ? processor.authorize(call.request) : processor.refund(call.request)
