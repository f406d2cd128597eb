import type { FinalOutcome, KnownCall, Processor } from '../../processors/processor.ts'

/** Closes a reference at the processor, so that a call which arrives late cannot charge. Returns the final outcome of its call. */
export const closeReference = async (
  processor: Processor,
  reference: string,
  known: KnownCall,
): Promise<FinalOutcome> => (await processor.close(reference, known)) ?? neverReceived

const neverReceived: FinalOutcome = { kind: 'failed', message: 'The processor never received this call.' }
