import type { ProcessorOutcome } from '@billing-checkout/server/processor'
import type { StripeCharge } from '../money-request.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { classifyFailure } from '../classify-failure.ts'
import { declineOfMissingMethod, declineOfRefusedMethod, unrecognizedRefusal } from './missing-method.ts'
import { cancelIntent, readIntent, finalizeIntent } from './read-intent.ts'
import { paymentIntentConfirmParams, confirmKey, type Intent, setupIntentConfirmParams } from './requests.ts'

/**
 * The number of idempotency keys with which we try to confirm an intent. After a 500 we need another key, because Stripe repeats the 500
 * under the same key.
 */
const confirmTriesMax = 4

/**
 * Confirms an intent. However often a caller repeats this, money moves only once. If Stripe's answer is not final, we
 * read the outcome from the same intent. Stripe repeats any answer under an idempotency key for a day, even a 500.
 * After a 500, if the intent still waits to be confirmed, we therefore use the next key. This is safe, because an
 * intent can be paid only once.
 */
export const executeCharge = async (
  account: StripeAccount,
  charge: StripeCharge,
  intentId: string,
): Promise<ProcessorOutcome> => {
  account.refuseIfMismatched()
  for (let tries = 0; tries < confirmTriesMax; tries += 1) {
    const ended = await confirmOnce(account, charge, intentId, tries)
    if (ended !== 'again') return ended
  }
  return { kind: 'unknown', message: 'Stripe does not say whether the payment was made.' }
}

const confirmOnce = async (
  account: StripeAccount,
  charge: StripeCharge,
  intentId: string,
  tries: number,
): Promise<ProcessorOutcome | 'again'> => {
  try {
    const outcome = await finalizeIntent(account, await confirm(account, charge, intentId, tries))
    return outcome ?? { kind: 'unknown', message: 'The intent is not confirmed yet.' }
  } catch (error) {
    const failure = classifyFailure(error)
    // Another request has used the key, for the same intent but with another method or return page.
    if (failure.kind === 'taken') return { kind: 'taken', message: failure.message }
    const outcome = await finalizeIntent(account, await readIntent(account, intentId))
    if (outcome !== undefined) return outcome
    switch (failure.kind) {
      case 'missing':
        return onceCanceled(account, intentId, declineOfMissingMethod(account, intentId, failure.message))
      case 'of_method':
        return onceCanceled(account, intentId, declineOfRefusedMethod(account, intentId, failure))
      case 'unrecognized':
        return onceCanceled(account, intentId, await unrecognizedRefusal(account, charge, intentId, failure))
      case 'refused':
        return onceCanceled(account, intentId, { kind: 'failed', message: failure.message, refused: true })
      case 'declined':
        return { kind: 'unknown', message: 'The intent does not say why it was declined.' }
      case 'limited':
        return { kind: 'unknown', message: failure.message, limited: true }
      // The outcome is unknown: the API key may have been valid earlier, and another server may have confirmed this intent with it.
      case 'locked_out':
        return { kind: 'unknown', message: failure.message }
      case 'unknown':
        return failure.status !== null && failure.status >= 500
          ? 'again'
          : { kind: 'unknown', message: failure.message }
    }
  }
}

/**
 * Cancels the intent, because anyone with its client secret could confirm it, and then returns `ending`. If the intent was paid in the
 * meantime, returns the outcome of that payment; if it is uncertain whether the intent is canceled, `unknown`.
 */
const onceCanceled = async (
  account: StripeAccount,
  id: string,
  ending: ProcessorOutcome,
): Promise<ProcessorOutcome> => {
  const now = await cancelIntent(account, { id }, 'requested_by_customer')
  if (now === undefined) return { kind: 'unknown', message: 'The refused intent is not canceled yet.' }
  return now.status === 'canceled' ? ending : ((await finalizeIntent(account, now)) ?? ending)
}

const confirm = async (
  account: StripeAccount,
  charge: StripeCharge,
  intentId: string,
  tries: number,
): Promise<Intent> => {
  const { paymentIntents, setupIntents } = account.client
  const key = { idempotencyKey: confirmKey(charge.reference, tries) }
  const confirmed = await sendUnderKey<Intent>(account, () =>
    intentId.startsWith('seti_')
      ? setupIntents.confirm(intentId, setupIntentConfirmParams(charge), key)
      : paymentIntents.confirm(intentId, paymentIntentConfirmParams(charge), key),
  )
  return account.checkMode(confirmed)
}
