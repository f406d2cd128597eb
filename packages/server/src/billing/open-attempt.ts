import type { Timestamp } from '@billing-checkout/domain'
import type { AuthorizeRequest, Processor, ProcessorOutcome, RefundRequest } from '../processors/processor.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'

/** Which attempt is finished, and which holder of it is asking: an overtaken holder changes nothing. */
export interface AttemptHold {
  readonly paymentId: string
  readonly attemptId: string
  readonly fence: number
}

/** An attempt that was written down, and the call to the processor that comes next. */
export interface OpenAttempt extends AttemptHold {
  readonly call: (processor: Processor) => Promise<ProcessorOutcome>
}

/** What is asked of the processor. */
export type AttemptCall =
  | { readonly kind: 'authorize'; readonly request: AuthorizeRequest }
  | { readonly kind: 'refund'; readonly request: RefundRequest }

/** What an attempt is made of. */
export interface AttemptDraft {
  readonly paymentId: string
  readonly attemptId: string
  readonly call: AttemptCall
  /** What finishing the attempt needs to know beside the payment. */
  readonly notes: AttemptNotes
}

/** What finishing an attempt needs to know beside the payment. */
export interface AttemptNotes {
  /** The shopper's network address, against which a decline counts. */
  readonly address?: string
  readonly refundId?: string
}

/** An attempt's request as it is kept. */
export interface KeptRequest {
  readonly notes: AttemptNotes
  /** Null where the call carried a typed card, which is kept nowhere. */
  readonly call: AttemptCall | null
  /** Wall-clock time at which the call was about to be made first. */
  readonly openedAt: Timestamp
}

/** How long a call to the processor may run before somebody else may ask what became of it. */
export const leaseSeconds = 60

/**
 * Writes an attempt down before the processor is called. A call that may be repeated is kept whole; one that carries a
 * typed card is never repeated, and its card is never written (decisions 10).
 */
export const openAttempt = async (billing: Billing, work: Write, draft: AttemptDraft): Promise<OpenAttempt> => {
  const { call, paymentId, attemptId } = draft
  const carriesCardData = call.kind === 'authorize' && call.request.method.kind === 'typed_card'
  const wall = billing.wallClock()
  const kept: KeptRequest = { notes: draft.notes, call: carriesCardData ? null : call, openedAt: wall }
  await work.db
    .insertInto('attempts')
    .values({
      organizationId: work.organizationId,
      id: attemptId,
      paymentId,
      kind: call.kind === 'authorize' && call.request.amount === 0 ? 'verify' : call.kind,
      state: 'open',
      processor: billing.processor.id,
      processorKey: call.request.reference,
      carriesCardData,
      request: JSON.stringify(kept),
      outcome: null,
      leaseUntil: new Date(Date.parse(wall) + leaseSeconds * 1000).toISOString(),
      createdAt: work.now,
      finishedAt: null,
    })
    .execute()
  return { paymentId, attemptId, fence: 1, call: (processor) => callProcessor(processor, call) }
}

/** Makes the call, the first time or again. */
export const callProcessor = (processor: Processor, call: AttemptCall): Promise<ProcessorOutcome> =>
  call.kind === 'authorize' ? processor.authorize(call.request) : processor.refund(call.request)
