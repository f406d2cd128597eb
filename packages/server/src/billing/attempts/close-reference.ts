import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { FinalOutcome, KnownCall, Processor } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'

/** The stored facts about an attempt by which its processor finds the call. */
export type SentCall = Pick<AttemptRow, 'kind' | 'processorKey' | 'preparedId' | 'request'>

/**
 * Closes an attempt's reference at the processor, so that a call with this reference that arrives later cannot charge. Returns the final
 * outcome of the call with this reference: `failed` if the processor never received it.
 */
export const closeReference = async (processor: Processor, sent: SentCall): Promise<FinalOutcome> =>
  (await processor.close(sent.processorKey, knownCallOf(sent))) ?? neverReceived

const neverReceived: FinalOutcome = { kind: 'failed', message: 'The processor never received this call.' }

/** The facts about an attempt that help the processor find the attempt's transaction. */
export const knownCallOf = ({ kind, preparedId, request: { openedAt, call } }: SentCall): KnownCall => ({
  kind,
  transactionId: preparedId,
  openedAt,
  ...(call !== null && namedIn(call)),
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
