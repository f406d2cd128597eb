import type { FinalOutcome, KnownCall, Processor } from '../../processors/processor.ts'
import type { Timestamp } from '@billing-checkout/domain'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { AttemptRow } from '../../store/rows.ts'

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

/** The stored facts about an attempt that help the processor find its transaction. */
export const knownCallOf = ({
  kind,
  preparedId,
  request: { openedAt, call },
}: Pick<AttemptRow, 'kind' | 'preparedId' | 'request'>): KnownCall => ({
  kind,
  transactionId: preparedId,
  openedAt,
  ...(call !== null && namedIn(call)),
})

interface Calling extends Pick<AttemptRow, 'preparedId'> {
  readonly openedAt: Timestamp
}

/** Like {@link knownCallOf}, for a call that is being made. */
export const knownOf = ({ preparedId, openedAt }: Calling, call: ProcessorCall): KnownCall => ({
  kind: call.kind === 'authorize' && call.request.amount === 0 ? 'verify' : call.kind,
  transactionId: preparedId,
  openedAt,
  ...namedIn(call),
})

/** The processor's ids of the customer, the method and the earlier transaction that a call refers to. They make a look-up faster. */
const namedIn = ({ kind, request }: ProcessorCall): Pick<KnownCall, 'customer' | 'method' | 'of'> => {
  if (kind !== 'authorize') return 'transactionId' in request ? { of: request.transactionId } : {}
  const { customer, method } = request
  return {
    ...(customer?.reference !== undefined && { customer: customer.reference }),
    ...(method.kind === 'stored' && { method: method.token }),
  }
}
