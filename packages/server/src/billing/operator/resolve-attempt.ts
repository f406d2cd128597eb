import { Problem } from '@billing-checkout/contract'
import type { FinalOutcome, ProcessorFacts, ProcessorOutcome } from '../../processors/processor.ts'
import { UnknownConnection } from '../../processors/processors.ts'
import { ConnectionUnavailable, type OperatorDecision } from '../../store/reconcile-first/reconcile-first.ts'
import { recordOperatorAction } from '../../store/audit/operator-actions.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import { lookUpAttempt, takeOverAttempt } from '../attempts/query-processor.ts'
import type { Billing } from '../billing.ts'
import { closeReference } from '../attempts/close-reference.ts'
import { finishAttempt, onlyTransactionId } from '../attempts/finish-attempt.ts'

/** An operator's finding about an attempt whose processor will never give an outcome. */
export type OperatorOutcome =
  | {
      readonly as: 'approved'
      /** The processor's id of the transaction. */
      readonly transactionId: string
      /** Whether the money is only authorized and must still be captured. */
      readonly isHeld: boolean
    }
  | { readonly as: 'declined'; readonly transactionId?: string | undefined }
  | { readonly as: 'never-received' }

/**
 * Finishes an open attempt with an outcome stated by an operator, just as with a processor's outcome, and stores the operator's name and
 * reason. Queries the processor first, and throws if the processor gives an outcome. Returns the payment's status.
 */
export const resolveAttempt = async (
  billing: Billing,
  attempt: AttemptRow,
  decision: OperatorOutcome,
  { who, why }: OperatorDecision,
): Promise<string> => {
  await refuseAgainstProcessor(billing, attempt, decision)
  const { organizationId, id, paymentId, kind } = attempt
  return write(billing.database, organizationId, async (work) => {
    const fence = await takeOverAttempt(work, attempt)
    if (fence === undefined) throw new Problem('not_found', `Attempt ${id} is no longer open.`)
    const outcome = outcomeOf(attempt, decision)
    const payment = await finishAttempt(billing, work, { paymentId, attemptId: id, fence }, outcome)
    await recordOperatorAction(work.db, {
      organizationId,
      who,
      what: `attempt.resolved_as_${decision.as.replace('-', '_')}`,
      subject: id,
      before: { state: 'open', kind, payment_id: paymentId, reference: attempt.processorKey },
      after: { payment_status: payment.payment_status, outcome },
      why,
    })
    return payment.payment_status
  })
}

/**
 * Throws if the processor itself reports an outcome or waits for the shopper, or if the connection to query it is missing or stopped. If
 * the processor reports no outcome, the operator's statement stands. If that statement is that no money moved, this first tries to close
 * the call at the processor, so that no late outcome contradicts the statement.
 */
const refuseAgainstProcessor = async (
  billing: Billing,
  attempt: AttemptRow,
  decision: OperatorOutcome,
): Promise<void> => {
  const seen = await lookUpAttempt(billing, attempt).catch((error: unknown) => {
    if (error instanceof UnknownConnection || error instanceof ConnectionUnavailable) throw error
    return undefined
  })
  const isSilent = seen === undefined || seen.kind === 'unknown'
  const closed =
    isSilent && decision.as !== 'approved' ? await closeCall(billing, attempt).catch(() => undefined) : undefined
  const answer = closed === undefined || closed.kind === 'failed' ? seen : closed
  if (answer === undefined || answer.kind === 'unknown') return
  const { id, connection } = attempt
  const what =
    answer.kind === 'action_required'
      ? 'waits for its shopper'
      : `ended as ${answer.kind}; the server records that by itself`
  throw new Problem(
    'invalid_parameter',
    `The processor of connection ${connection} itself says that attempt ${id} ${what}.`,
  )
}

const closeCall = async ({ processors }: Billing, attempt: AttemptRow): Promise<ProcessorOutcome> =>
  closeReference(processors.of(attempt.connection), attempt)

const outcomeOf = (attempt: AttemptRow, decision: OperatorOutcome): FinalOutcome => {
  switch (decision.as) {
    case 'approved':
      return {
        kind: 'approved',
        facts: factsOf(attempt, decision.transactionId),
        storedToken: tokenOf(attempt),
        captured: !decision.isHeld,
      }
    case 'declined':
      return {
        kind: 'declined',
        facts: factsOf(attempt, decision.transactionId ?? attempt.processorKey),
        declineCode: 'card_declined',
        message: 'The processor declined it, as an operator of the server reported.',
      }
    case 'never-received':
      return {
        kind: 'failed',
        message: 'The processor never received this call, as an operator of the server reported.',
      }
  }
}

/** The token of a stored method; null for any other method, because only the processor knows its token. */
const tokenOf = ({ request: { call } }: AttemptRow): string | null =>
  call?.kind === 'authorize' && call.request.method.kind === 'stored' ? call.request.method.token : null

const factsOf = ({ processor, request: { call } }: AttemptRow, transactionId: string): ProcessorFacts => ({
  ...onlyTransactionId({ transactionId }),
  processor: { id: processor, type: processor, description: 'Reported by an operator of the server', merchantId: '' },
  tokenType: call === null ? 'CARD_PAN' : 'PROCESSOR_TOKEN',
})
