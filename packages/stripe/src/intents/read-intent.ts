import type { ProcessorOutcome } from '@billing-checkout/server/processor'
import type { StripeAccount } from '../stripe-account.ts'
import { classifyFailure } from '../classify-failure.ts'
import { outcomeOfIntent } from './outcome-of-intent.ts'
import { closedMetadataKey, paymentIntentExpand, setupIntentExpand, type Intent } from './requests.ts'

/** Reads the present state of an intent. */
export const readIntent = async (account: StripeAccount, id: string): Promise<Intent> => {
  account.refuseIfMismatched()
  const { paymentIntents, setupIntents } = account.client
  return account.checkMode(
    id.startsWith('seti_')
      ? await setupIntents.retrieve(id, { expand: setupIntentExpand })
      : await paymentIntents.retrieve(id, { expand: paymentIntentExpand }),
  )
}

/**
 * The outcome of an intent; undefined while it is not confirmed. Anyone who has a declined intent's client secret could
 * confirm it again, so we cancel it. If the cancellation is uncertain, the outcome has `leftOpen`.
 */
export const finalizeIntent = async (account: StripeAccount, intent: Intent): Promise<ProcessorOutcome | undefined> => {
  const outcome = outcomeOfIntent(account, intent)
  if (outcome !== undefined && isOpenPlaceholder(intent))
    return (await cancelIntent(account, intent, 'requested_by_customer')) === undefined ? notClosedYet : outcome
  if (outcome?.kind !== 'declined' || intent.status === 'canceled') return outcome
  const canceled = await cancelIntent(account, intent, 'requested_by_customer')
  if (canceled === undefined) return { ...outcome, leftOpen: true }
  // Return the decline that was read before the cancellation, because a canceled intent need not keep its reason.
  return canceled.status === 'canceled' ? outcome : outcomeOfIntent(account, canceled)
}

/** Whether an intent is a placeholder that is not canceled yet; we never gave out its client secret. */
const isOpenPlaceholder = ({ metadata, status }: Intent): boolean =>
  metadata?.[closedMetadataKey] !== undefined && status !== 'canceled'

const notClosedYet: ProcessorOutcome = {
  kind: 'unknown',
  message: 'The closed reference has an intent that is not canceled yet.',
}

/** Cancels an intent. Returns the intent, which is then canceled, or was paid before; undefined if its state is unknown. */
export const cancelIntent = async (
  account: StripeAccount,
  { id }: { readonly id: string },
  reason: 'abandoned' | 'requested_by_customer',
): Promise<Intent | undefined> => {
  const { paymentIntents, setupIntents } = account.client
  const cancellation = { cancellation_reason: reason } as const
  try {
    return account.checkMode(
      id.startsWith('seti_')
        ? await setupIntents.cancel(id, { ...cancellation, expand: setupIntentExpand })
        : await paymentIntents.cancel(id, { ...cancellation, expand: paymentIntentExpand }),
    )
  } catch (error) {
    classifyFailure(error)
    const now = await readIntent(account, id).catch(() => undefined)
    return now !== undefined && (now.status === 'canceled' || now.status === 'succeeded') ? now : undefined
  }
}
