import { callProcessor, type ProcessorCall } from '../processors/call-processor.ts'
import type { ProcessorOutcome } from '../processors/processor.ts'
import type { Billing } from './billing.ts'

/** Makes a call to the processor, the first time or again; a card that it has to be sent is taken from the vault just then. */
export const makeCall = async (
  billing: Billing,
  organizationId: string,
  call: ProcessorCall,
): Promise<ProcessorOutcome> => callProcessor(billing.processor, await withCard(billing, organizationId, call))

const withCard = async (
  { vault, database, processor }: Billing,
  organizationId: string,
  call: ProcessorCall,
): Promise<ProcessorCall> => {
  if (!processor.needsCardNumber || call.kind !== 'authorize' || call.request.method.kind !== 'stored') return call
  const card = await vault.open(database, { organizationId, id: call.request.method.token })
  return { kind: 'authorize', request: { ...call.request, method: { kind: 'vaulted_card', card } } }
}
