import type { AuthorizeRequest, CaptureRequest, RefundRequest, VoidRequest } from './requests.ts'
import type { Processor, TwoSteps } from './processor.ts'
import type { ProcessorOutcome } from './outcome.ts'

/** A call to a processor that moves or may move money. */
export type ProcessorCall =
  | { readonly kind: 'authorize'; readonly request: AuthorizeRequest }
  | { readonly kind: 'capture'; readonly request: CaptureRequest }
  | { readonly kind: 'void'; readonly request: VoidRequest }
  | { readonly kind: 'refund'; readonly request: RefundRequest }

/** Makes a call, the first time or again. */
export const callProcessor = (processor: Processor, call: ProcessorCall): Promise<ProcessorOutcome> => {
  switch (call.kind) {
    case 'authorize':
      return processor.authorize(call.request)
    case 'capture':
      return processor.capture(call.request)
    case 'void':
      return processor.void(call.request)
    case 'refund':
      return processor.refund(call.request)
  }
}

/** Returns the two steps of a call; undefined if the processor makes the call in one step. */
export const twoStepsFor = ({ twoSteps }: Processor, { kind, request }: ProcessorCall): TwoSteps | undefined =>
  kind === 'authorize' && twoSteps?.appliesTo?.(request) !== false ? twoSteps : undefined
