import type { ProcessorCall } from '../../processors/call-processor.ts'
import { type FinalOutcome, isFinal, type ProcessorOutcome } from '../../processors/outcome.ts'
import type { Processor } from '../../processors/processor.ts'
import type { Billing } from '../billing.ts'
import { closeReference, knownCallOf, type SentCall } from './close-reference.ts'

/**
 * Returns the outcome of a call whose reference the processor has already seen with another request. If that request moved money, this
 * returns its outcome, and the money counts for the current payment. If that request certainly moved none, or if the call is a void, the
 * call has failed and may be retried under another reference. Otherwise the outcome is unknown, so that no other call is made
 * (DECISIONS 59).
 */
export const resolveUsedReference = async (
  { logger }: Billing,
  processor: Processor,
  kind: ProcessorCall['kind'],
  sent: SentCall,
): Promise<ProcessorOutcome> => {
  const about = { connection: processor.id, reference: sent.processorKey, kind }
  // The outcome of another void says nothing about this authorization, so the state of the authorization is looked up instead.
  if (kind === 'void') {
    logger.error(about, 'a processor knew a reference of a void from another request; the authorization is looked up')
    return { kind: 'failed', message: 'The reference belonged to another request.', ofOtherRequest: true }
  }
  const outcome = await findFinal(processor, sent)
  if (outcome.kind !== 'approved') {
    logger.error(about, 'a processor knew a reference from another request, which moved no money; the call is given up')
    return {
      kind: 'failed',
      message: 'The reference belonged to an earlier request, which moved no money.',
      ofOtherRequest: true,
    }
  }
  if (outcome.approvedAmount === undefined) {
    logger.error(about, 'a processor does not report the amount of another request with the same reference')
    return { kind: 'unknown', message: 'The processor does not report the amount that was moved under this reference.' }
  }
  logger.error(
    { ...about, amount: outcome.approvedAmount, transaction: outcome.facts.transactionId },
    'a processor had moved money by another request with the same reference; it is booked to this payment',
  )
  return { ...outcome, ofOtherRequest: true }
}

const findFinal = async (processor: Processor, sent: SentCall): Promise<FinalOutcome> => {
  const seen = await processor.lookUp(sent.processorKey, knownCallOf(sent))
  return seen !== undefined && isFinal(seen) && !isLeftOpen(seen) ? seen : closeReference(processor, sent)
}

/** Whether the processor could not cancel a declined charge, which could therefore still be paid. `findFinal` then closes the reference. */
const isLeftOpen = (seen: ProcessorOutcome): boolean => seen.kind === 'declined' && seen.leftOpen === true
