import { isRefusedData, repeatDuringOutage } from '@billing-checkout/database/errors'
import type { FinalOutcome, ProcessorFacts, ProcessorOutcome } from '../../processors/processor.ts'
import type { Billing } from '../billing.ts'
import { OtherRefundFirst } from './finish-taken-refund.ts'

/**
 * Commits an outcome, and retries for up to a minute during an outage of the database, because only this process knows the outcome. A
 * request may wait that long. A full or failing disk is not waited for. If the database refuses the data that the processor sent, the
 * outcome is committed without that data: money may have moved, and that must be recorded. If a refund can be recorded only after another
 * refund has ended, its outcome stays unknown until then.
 */
export const commitOutcome = async <Result>(
  { logger }: Pick<Billing, 'logger'>,
  outcome: ProcessorOutcome,
  commitOnce: (outcome: ProcessorOutcome) => Promise<Result>,
): Promise<Result> => {
  const commit = (known: ProcessorOutcome) => repeatDuringOutage(() => commitOnce(known))
  try {
    return await commit(outcome)
  } catch (error) {
    // The client receives a pending refund. After the other refund has ended, `completeAttempts` queries the processor about this refund
    // again and records it.
    if (error instanceof OtherRefundFirst) return commit({ kind: 'unknown', message: error.message })
    if (
      !isRefusedData(error) ||
      outcome.kind === 'unknown' ||
      outcome.kind === 'taken' ||
      outcome.kind === 'action_required'
    )
      throw error
    logger.error(
      { err: error, outcome: outcome.kind },
      'details of an answer of a processor cannot be stored; the outcome is stored without them',
    )
    return commit(withoutDescription(outcome))
  }
}

const withoutDescription = (outcome: FinalOutcome): FinalOutcome => {
  switch (outcome.kind) {
    case 'approved': {
      const { learnt: _, facts, ...decided } = outcome
      return { ...decided, facts: onlyTransactionId(facts) }
    }
    case 'declined':
      return {
        kind: outcome.kind,
        facts: onlyTransactionId(outcome.facts),
        declineCode: outcome.declineCode,
        ...(outcome.leftOpen && { leftOpen: true }),
        message: '',
      }
    case 'abandoned':
      return { kind: outcome.kind, facts: onlyTransactionId(outcome.facts), message: '' }
    default:
      return { ...outcome, message: '' }
  }
}

/** The part of a processor's facts that later calls need. All other facts become unknown. */
export const onlyTransactionId = ({ transactionId }: Pick<ProcessorFacts, 'transactionId'>): ProcessorFacts => ({
  transactionId,
  processor: { id: '', type: '', description: '', merchantId: '' },
  tokenType: null,
  avs: { postalCode: 'unavailable', streetAddress: 'unavailable' },
  cvc: 'unavailable',
  authCode: null,
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})
