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
 * Makes a call to the processor, for the first time or again. If the processor needs a stored card's number, it is read from the vault now.
 * The reference is closed at once, without a charge, if the vault no longer has the card because it was detached or replaced, or if the
 * processor demands a challenge and no shopper is present. If the call breaks off, the outcome is `unknown`.
 */
export const makeCall = async (
  billing: Billing,
  attempt: CallingAttempt,
  call: ProcessorCall,
): Promise<ProcessorOutcome> => {
  const holdUp = billing.processors.heldConnections.get(attempt.connection)
  // The connection was paused after the attempt was committed. The attempt has had no earlier holder, so no call was ever sent.
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
    // Do not log an outage of the database, which also stops the sandbox's processor: the watch on the database logs the outage once a
    // minute.
    if (troubleOf(error) === undefined)
      billing.logger.warn({ err: error }, 'a call to the processor broke off; the server will query its outcome')
    return { kind: 'unknown', message: 'The processor could not be reached.' }
  }
}

/**
 * Whether a shopper is present to complete a challenge. `null` stands for a call that is not stored because it carried what a shopper had
 * just typed, so a shopper is present.
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
