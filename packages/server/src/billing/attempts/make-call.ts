import { troubleOf } from '@billing-checkout/database/errors'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { CalledInTransaction } from '../../store/writes/inside-transaction.ts'
import type { Billing } from '../billing.ts'
import { callInSteps, type CallingAttempt, outcomeBeforeExecute } from './call-in-steps.ts'
import { closeReference } from './close-reference.ts'
import { doubtDecline } from '../payments/doubt-decline.ts'
import { forgetCustomer, ensureProcessorCustomer } from './customer-at-processor.ts'
import { knownOf } from './known-call.ts'
import { resolveTaken } from './resolve-taken.ts'

/**
 * Makes a call to the processor, the first time or again. If the call contains a card, the card is taken from the vault now. A charge
 * without a shopper is closed at once if the processor requires a shopper, or if its card has left the vault because it was detached or
 * replaced. Any other obstacle leaves the outcome `unknown`.
 */
export const makeCall = async (
  billing: Billing,
  attempt: CallingAttempt,
  call: ProcessorCall,
): Promise<ProcessorOutcome> => {
  const holdUp = billing.processors.heldConnections.get(attempt.connection)
  // The connection was paused after the attempt was committed. Without a former holder, the call was never made.
  if (holdUp !== undefined && attempt.fence === 1) return { kind: 'unknown', message: holdUp, notSent: true }
  try {
    const processor = billing.processors.of(attempt.connection)
    const callWithCard = processor.needsCardNumber ? await withCard(billing, attempt, call) : call
    const known = knownOf(attempt, call)
    if (callWithCard === undefined) return await closeReference(processor, call.request.reference, known)
    const callWithCustomer = await ensureProcessorCustomer(billing, processor, attempt, callWithCard)
    if (callWithCustomer.kind === 'ended')
      return await outcomeBeforeExecute(processor, attempt, call, callWithCustomer.outcome)
    const { outcome, preparedId } = await callInSteps(billing, processor, attempt, callWithCustomer.call)
    if (outcome.kind === 'declined' && outcome.missingCustomer !== undefined)
      await forgetCustomer(billing, attempt, callWithCard, outcome.missingCustomer)
    const knownNow = { ...known, transactionId: preparedId }
    if (outcome.kind === 'taken') return await resolveTaken(billing, processor, call, knownNow)
    const noShopperToAsk = outcome.kind === 'action_required' && !hasShopper(call)
    if (noShopperToAsk) return await closeReference(processor, call.request.reference, knownNow)
    return await doubtDecline(billing, attempt.connection, call, outcome)
  } catch (error) {
    if (error instanceof CalledInTransaction) throw error
    // If the database is down, so is the sandbox's own processor; the watch on the database logs that once a minute.
    if (troubleOf(error) === undefined)
      billing.logger.warn({ err: error }, 'a call to the processor broke off; it will be asked what became of it')
    return { kind: 'unknown', message: 'The processor could not be reached.' }
  }
}

/**
 * Whether a shopper is present to do what the processor asks for. A call that is not stored carries what a shopper typed, so it always has
 * one.
 */
export const hasShopper = (call: ProcessorCall | null): boolean =>
  call === null || (call.kind === 'authorize' && call.request.initiator === 'CIT')

/** The call with its card from the vault, as the processor needs it; `undefined` if the card is gone. */
const withCard = async (
  { vault, database }: Billing,
  { organizationId }: Pick<AttemptRow, 'organizationId'>,
  call: ProcessorCall,
): Promise<ProcessorCall | undefined> => {
  if (call.kind !== 'authorize' || call.request.method.kind !== 'stored') return call
  const card = await vault.open(database, { organizationId, id: call.request.method.token })
  return card && { kind: 'authorize', request: { ...call.request, method: { kind: 'vaulted_card', card } } }
}
