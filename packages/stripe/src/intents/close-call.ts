import type { FinalOutcome, KnownCall, ProcessorOutcome } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { outcomeOfRefund } from '../refunds/outcome-of-refund.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { classifyFailure } from '../classify-failure.ts'
import { findByReference, scopeOfCall, type SearchScope } from './find-by-reference.ts'
import { outcomeOfIntent } from './outcome-of-intent.ts'
import { cancelIntent, readIntent, finalizeIntent } from './read-intent.ts'
import { closedMetadataKey, creationKey, referenceMetadataKey } from './requests.ts'

/** The outcome of a call; undefined if it certainly moved no money. */
export const lookUpCall = (
  account: StripeAccount,
  reference: string,
  known: KnownCall | undefined,
): Promise<ProcessorOutcome | undefined> =>
  known?.transactionId
    ? lookUpIntent(account, known.transactionId)
    : lookUpReference(account, reference, known && scopeOfCall(known))

/**
 * Makes sure that a call can no longer move money. Returns the call's outcome; undefined if the call did nothing. Throws if it is uncertain
 * whether the call can still move money.
 */
export const closeCall = (
  account: StripeAccount,
  reference: string,
  known: KnownCall | undefined,
): Promise<FinalOutcome | undefined> =>
  known?.transactionId
    ? closeIntent(account, known.transactionId)
    : closeReference(account, reference, known && scopeOfCall(known))

/** The outcome of a charge by the id of its intent; undefined if the intent is not confirmed. */
export const lookUpIntent = async (account: StripeAccount, intentId: string): Promise<ProcessorOutcome | undefined> =>
  finalizeIntent(account, await readIntent(account, intentId))

/** The outcome of the intent or refund that names a reference; undefined if there is none, or if the intent is not confirmed. */
const lookUpReference = async (
  account: StripeAccount,
  reference: string,
  scope: SearchScope | undefined,
): Promise<ProcessorOutcome | undefined> => {
  const made = await findByReference(account, reference, scope)
  if (made === undefined) return undefined
  if (made.object === 'refund') return outcomeOfRefund(account, made)
  return finalizeIntent(account, made)
}

/** Makes sure that an intent can no longer move money, and returns its outcome. Throws if Stripe's answers leave that uncertain. */
export const closeIntent = async (account: StripeAccount, intentId: string): Promise<FinalOutcome> => {
  const intent = await readIntent(account, intentId)
  const outcome = await finalizeIntent(account, intent)
  if (outcome !== undefined && isFinal(outcome)) return outcome
  const awaitsShopper = intent.status === 'requires_action'
  const canceled = await cancelIntent(account, intent, awaitsShopper ? 'abandoned' : 'requested_by_customer')
  const now = canceled && outcomeOfIntent(account, canceled)
  if (now === undefined || !isFinal(now)) throw new Error('It is not certain that the intent is closed.')
  return now
}

/**
 * Makes sure that a reference whose intent is unknown can no longer move money. If the reference has no object, we create a placeholder
 * intent under its idempotency key, and cancel it at once. A later or concurrent request then finds the key taken. Stripe forgets the key
 * after a day; by then we no longer send anything under the reference. Returns undefined if the reference had no object. Throws if it is
 * uncertain whether the reference is closed.
 */
const closeReference = async (
  account: StripeAccount,
  reference: string,
  scope: SearchScope | undefined,
): Promise<FinalOutcome | undefined> => {
  const made = (await findByReference(account, reference, scope)) ?? (await blockReference(account, reference))
  if (made === undefined) return undefined
  if (made.object !== 'refund') return closeIntent(account, made.id)
  const outcome = outcomeOfRefund(account, made)
  if (!isFinal(outcome)) throw new Error('It is not certain how the refund ended.')
  return outcome
}

/**
 * Creates a placeholder under a reference's idempotency key, and cancels it. If another request has used the key in the meantime, returns
 * the object of that request.
 */
const blockReference = async (account: StripeAccount, reference: string) => {
  try {
    const key = { idempotencyKey: creationKey(reference) }
    const intent = await sendUnderKey(account, () => account.client.paymentIntents.create(placeholder(reference), key))
    return await cancelPlaceholder(account, account.checkMode(intent))
  } catch (error) {
    if (classifyFailure(error).kind !== 'taken') throw error
    const made = await findByReference(account, reference)
    if (made === undefined) throw new Error('The reference was used, and its intent cannot be found.', { cause: error })
    return made
  }
}

/** Cancels a placeholder intent. Throws if it is uncertain whether the intent is canceled. */
const cancelPlaceholder = async (account: StripeAccount, intent: Stripe.PaymentIntent): Promise<undefined> => {
  if ((await cancelIntent(account, intent, 'requested_by_customer')) === undefined)
    throw new Error('It is not certain that the reference is closed.')
}

/** An intent without a method, which cannot be confirmed as it is. */
const placeholder = (reference: string): Stripe.PaymentIntentCreateParams => ({
  amount: 1000,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
  description: 'Keeps a closed reference from being used; it is never paid.',
  metadata: { [referenceMetadataKey]: reference, [closedMetadataKey]: 'yes' },
})

/** Whether an outcome cannot change any more: a declined intent that could not be canceled may still be paid. */
const isFinal = (outcome: ProcessorOutcome): outcome is FinalOutcome =>
  !(outcome.kind === 'declined' && outcome.leftOpen === true) &&
  outcome.kind !== 'unknown' &&
  outcome.kind !== 'action_required' &&
  outcome.kind !== 'taken'
