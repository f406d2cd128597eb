import type { FinalOutcome, ProcessorOutcome } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { outcomeOfRefund } from '../refunds/outcome-of-refund.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { whatHappened } from '../what-happened.ts'
import { findByReference } from './find-by-reference.ts'
import { outcomeOfIntent } from './outcome-of-intent.ts'
import { cancelIntent, readIntent, settleIntent } from './read-intent.ts'
import { closedEntry, makeKey, referenceEntry } from './requests.ts'

/** What became of the intent of a charge, whose id is known. */
export const lookUpIntent = async (account: StripeAccount, intentId: string): Promise<ProcessorOutcome | undefined> =>
  settleIntent(account, await readIntent(account, intentId))

/** What became of a reference of which no more is known; undefined where it certainly made nothing. */
export const lookUpReference = async (
  account: StripeAccount,
  reference: string,
): Promise<ProcessorOutcome | undefined> => {
  const made = await findByReference(account, reference)
  if (made === undefined) return undefined
  if (made.object === 'refund') return outcomeOfRefund(account, made)
  // An intent that was made and not confirmed has moved nothing, but may be confirmed yet.
  return (await settleIntent(account, made)) ?? { kind: 'unknown', message: 'The intent is not confirmed.' }
}

/** Makes sure that an intent moves nothing any more; answers how it ended. Throws where that is not certain. */
export const closeIntent = async (account: StripeAccount, intentId: string): Promise<FinalOutcome> => {
  const intent = await readIntent(account, intentId)
  const outcome = await settleIntent(account, intent)
  if (outcome !== undefined && isFinal(outcome)) return outcome
  const canceled = await cancelIntent(account, intent, outcome === undefined ? 'requested_by_customer' : 'abandoned')
  const now = canceled && outcomeOfIntent(account, canceled)
  if (now === undefined || !isFinal(now)) throw new Error('It is not certain that the intent is closed.')
  return now
}

/**
 * Makes sure that a reference of which no more is known moves nothing any more. One that made nothing yet gets an intent of its own,
 * canceled at once: whoever wants to use the reference later, or at this moment, finds its key taken. Undefined where it had
 * made nothing. Throws where none of that is certain.
 */
export const closeReference = async (account: StripeAccount, reference: string): Promise<FinalOutcome | undefined> => {
  const made = (await findByReference(account, reference)) ?? (await takeReference(account, reference))
  if (made === undefined) return undefined
  if (made.object !== 'refund') return closeIntent(account, made.id)
  const outcome = outcomeOfRefund(account, made)
  if (!isFinal(outcome)) throw new Error('It is not certain how the refund ended.')
  return outcome
}

/** Takes the key of a reference; answers what somebody else made of it in the meantime. */
const takeReference = async (account: StripeAccount, reference: string) => {
  try {
    const intent = await account.client.paymentIntents.create(placeholder(reference), {
      idempotencyKey: makeKey(reference),
    })
    await cancelIntent(account, account.checkMode(intent), 'requested_by_customer')
    return undefined
  } catch (error) {
    if (whatHappened(error).kind !== 'taken') throw error
    const made = await findByReference(account, reference)
    if (made === undefined)
      throw new Error('The reference was used, and what it made is not to be found.', { cause: error })
    return made
  }
}

/** An intent without a method, which cannot be confirmed as it is. */
const placeholder = (reference: string): Stripe.PaymentIntentCreateParams => ({
  amount: 1000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  description: 'Keeps a closed reference from being used; it is never paid.',
  metadata: { [referenceEntry]: reference, [closedEntry]: 'yes' },
})

const isFinal = (outcome: ProcessorOutcome): outcome is FinalOutcome =>
  outcome.kind !== 'unknown' && outcome.kind !== 'action_required' && outcome.kind !== 'taken'
