import type { FinalOutcome, KnownCall, Processor } from '../../processors/processor.ts'

/**
 * Closes a reference at the processor, so that a call with this reference that arrives later cannot charge. Returns the final outcome of
 * the reference's call.
 */
export const closeReference = async (
  processor: Processor,
  reference: string,
  known: KnownCall,
): Promise<FinalOutcome> => (await processor.close(reference, known)) ?? neverReceived

const neverReceived: FinalOutcome = { kind: 'failed', message: 'The processor never received this call.' }
