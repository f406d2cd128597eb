import { databaseTroubleOf } from '@billing-checkout/database/errors'
import { callProcessor, type ProcessorCall, twoStepsFor } from '../../processors/call-processor.ts'
import type { Processor, ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { NetworkCallInTransaction } from '../../store/writes/inside-transaction.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { reviewUnknownDeclineCode } from '../payments/review-unknown-decline-code.ts'
import { closeReference, knownCallOf, type SentCall } from './close-reference.ts'
import { ensureProcessorCustomer, forgetProcessorCustomer } from './customer-at-processor.ts'
import { resolveUsedReference } from './resolve-used-reference.ts'

/**
 * Makes a call to the processor, for the first time or again. If the processor needs a stored card's number, the server reads the number
 * from the vault now. Closes the reference without a charge if the vault no longer has the card, or if the processor demands a challenge
 * without a shopper present. If the call breaks off, the outcome is `unknown`.
 */
export const makeCall = async (
  billing: Billing,
  attempt: CallingAttempt,
  call: ProcessorCall,
): Promise<ProcessorOutcome> => {
  const stopReason = billing.processors.stoppedConnections.get(attempt.connection)
  // The connection was paused after the attempt was committed. The attempt has had no earlier holder, so no call was ever sent.
  if (stopReason !== undefined && attempt.fence === 1) return { kind: 'unknown', message: stopReason, notSent: true }
  try {
    const processor = billing.processors.of(attempt.connection)
    const callWithCard = processor.needsCardNumber ? await withCard(billing, attempt, call) : call
    if (callWithCard === undefined) return await closeReference(processor, attempt)
    const callWithCustomer = await ensureProcessorCustomer(billing, processor, attempt, callWithCard)
    if (callWithCustomer.kind === 'ended')
      return await outcomeBeforeExecute(processor, attempt, callWithCustomer.outcome)
    const { outcome, preparedId } = await callInSteps(billing, processor, attempt, callWithCustomer.call)
    if (outcome.kind === 'declined' && outcome.missingCustomer !== undefined)
      await forgetProcessorCustomer(billing, attempt, callWithCard, outcome.missingCustomer)
    const sent = { ...attempt, preparedId }
    if (outcome.kind === 'taken') return await resolveUsedReference(billing, processor, call.kind, sent)
    const noShopperToAsk = outcome.kind === 'action_required' && !hasShopper(call)
    if (noShopperToAsk) return await closeReference(processor, sent)
    return await reviewUnknownDeclineCode(billing, attempt.connection, call, outcome)
  } catch (error) {
    if (error instanceof NetworkCallInTransaction) throw error
    // Do not log an outage of the database, which also stops the sandbox's processor: the watch on the database logs the outage once a
    // minute.
    if (databaseTroubleOf(error) === undefined)
      billing.logger.warn({ err: error }, 'a call to the processor broke off; the server will query its outcome')
    return { kind: 'unknown', message: 'The processor could not be reached.' }
  }
}

/**
 * Whether a shopper is present to complete a challenge. `null` stands for a call that is not stored because it carried a card or token that
 * a shopper had just entered.
 */
export const hasShopper = (call: ProcessorCall | null): boolean =>
  call === null || (call.kind === 'authorize' && call.request.initiator === 'CIT')

/** The call, with the stored card's number from the vault; `undefined` if the vault no longer has the card. */
const withCard = async (
  { vault, database }: Billing,
  { organizationId }: Pick<AttemptRow, 'organizationId'>,
  call: ProcessorCall,
): Promise<ProcessorCall | undefined> => {
  if (call.kind !== 'authorize' || call.request.method.kind !== 'stored') return call
  const card = await vault.open(database, { organizationId, id: call.request.method.token })
  return card && { kind: 'authorize', request: { ...call.request, method: { kind: 'vaulted_card', card } } }
}

/** An attempt, with the fence of the worker or request that is making its call. */
export type CallingAttempt = SentCall & Pick<AttemptRow, 'organizationId' | 'id' | 'fence' | 'connection'>

/** The outcome of a call, and the processor's id of the transaction prepared for the call; null if none was prepared. */
interface CallResult {
  readonly outcome: ProcessorOutcome
  readonly preparedId: string | null
}

/**
 * Makes a call. If the processor first prepares a charge and then executes it, the prepared transaction's id is committed in between. Only
 * the holder that committed this id executes the charge.
 */
const callInSteps = async (
  billing: Billing,
  processor: Processor,
  attempt: CallingAttempt,
  call: ProcessorCall,
): Promise<CallResult> => {
  const { preparedId } = attempt
  const twoSteps = twoStepsFor(processor, call)
  if (call.kind !== 'authorize' || twoSteps === undefined) {
    return { outcome: unknownIfUncertain(attempt, await callProcessor(processor, call)), preparedId }
  }
  const prepared = await twoSteps.prepare(call.request)
  if (prepared.kind === 'ended') {
    // Look up and close with `call`, not with the stored request: only `call` has the customer's id at the processor, which
    // `ensureProcessorCustomer` added.
    const sent = { ...attempt, request: { ...attempt.request, call } }
    return { outcome: await outcomeBeforeExecute(processor, sent, prepared.outcome), preparedId }
  }
  const { transactionId } = prepared
  if (!(await notePrepared(billing, attempt, transactionId))) {
    billing.logger.warn(
      { attempt: attempt.id, transactionId },
      'a prepared charge is not executed, because another worker has taken over its attempt',
    )
    return { outcome: leftToOtherWorker, preparedId }
  }
  return { outcome: await twoSteps.execute(call.request, transactionId), preparedId: transactionId }
}

/**
 * Makes the outcome `unknown` if the processor refuses our API key and the attempt had an earlier holder. This call did nothing, but the
 * earlier holder's call may have charged.
 */
const unknownIfUncertain = ({ fence }: CallingAttempt, outcome: ProcessorOutcome): ProcessorOutcome =>
  outcome.kind === 'failed' && outcome.lockedOut === true && fence > 1
    ? { kind: 'unknown', message: outcome.message }
    : outcome

/**
 * Returns the outcome of a charge that ended before the step that moves money. If the attempt had an earlier holder, whose charge may still
 * arrive, this first closes the reference at the processor. If the processor finds a charge under the reference, this returns the outcome
 * of that charge. Throws if the processor does not confirm that the reference is closed.
 */
const outcomeBeforeExecute = async (
  processor: Processor,
  attempt: CallingAttempt,
  ended: ProcessorOutcome,
): Promise<ProcessorOutcome> => {
  const outcome = unknownIfUncertain(attempt, ended)
  if (outcome.kind !== 'failed' && outcome.kind !== 'declined') return outcome
  if (attempt.fence === 1) return outcome.kind === 'failed' ? { ...outcome, notExecuted: true } : outcome
  const closed = await processor.close(attempt.processorKey, knownCallOf(attempt))
  // If nothing was charged under the reference, return the failed step's outcome, because it states the reason.
  return closed === undefined || closed.kind === 'failed' ? outcome : closed
}

const leftToOtherWorker: ProcessorOutcome = {
  kind: 'unknown',
  message: 'The charge was prepared, and is left to the worker that has taken it over.',
}

/**
 * Stores the processor's id of a prepared transaction before the transaction is executed. Returns whether this holder may execute it. False
 * if another worker has taken the attempt over, or if another transaction was prepared earlier, which may have moved the money.
 */
const notePrepared = (
  { database }: Pick<Billing, 'database'>,
  { organizationId, id, fence }: Pick<AttemptRow, 'organizationId' | 'id' | 'fence'>,
  transactionId: string,
): Promise<boolean> =>
  write(database, organizationId, async ({ db }) => {
    const noted = await db
      .updateTable('attempts')
      .set({ preparedId: transactionId })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('fence', '=', fence)
      .where(({ or, eb }) => or([eb('preparedId', 'is', null), eb('preparedId', '=', transactionId)]))
      .returning('id')
      .executeTakeFirst()
    return noted !== undefined
  })
