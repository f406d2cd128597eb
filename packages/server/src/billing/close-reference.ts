import type { ProcessorOutcome } from '../processors/processor.ts'
import type { Billing } from './billing.ts'

/** Closes a reference at the processor, and answers what became of it (decisions 10). */
export const closeReference = async ({ processor }: Billing, reference: string): Promise<ProcessorOutcome> =>
  (await processor.close(reference)) ?? neverReceived

const neverReceived: ProcessorOutcome = { kind: 'failed', message: 'The processor never received this call.' }
