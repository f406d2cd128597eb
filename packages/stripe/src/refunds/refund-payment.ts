import type { ProcessorOutcome, RefundRequest } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { explainUnrepresentable, isRepresentable, toStripeMoney } from '../amounts.ts'
import { findWithReference } from '../intents/find-by-reference.ts'
import { outcomeOfTakenKey } from '../intents/prepare-charge.ts'
import { creationKey, referenceMetadataKey } from '../intents/requests.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { classifyFailure } from '../classify-failure.ts'
import { outcomeOfRefund } from './outcome-of-refund.ts'

/**
 * Refunds a paid intent, in whole or in part. If Stripe's answer is lost or is a server error, we read the intent's refunds: if our refund
 * is not among them, the outcome is unknown. We never request a second refund under another key.
 */
export const refundPayment = async (account: StripeAccount, request: RefundRequest): Promise<ProcessorOutcome> => {
  account.refuseIfMismatched()
  if (!isRepresentable(request)) return { kind: 'failed', message: explainUnrepresentable(request) }
  const { transactionId, currency } = request
  try {
    const intent = await paidIntent(account, transactionId)
    if (intent?.currency !== currency.toLowerCase())
      return { kind: 'failed', message: 'There is no such payment in this currency.' }
    return outcomeOfRefund(account, await sendUnderKey(account, () => create(account, request)))
  } catch (error) {
    const failure = classifyFailure(error)
    switch (failure.kind) {
      case 'refused':
      case 'missing':
      case 'of_method':
      case 'unrecognized':
        return { kind: 'failed', message: failure.message }
      case 'taken':
        return outcomeOfTakenKey(account, request)
      case 'declined':
        return { kind: 'failed', message: 'Stripe refused the refund.' }
      case 'limited':
        return { kind: 'unknown', message: failure.message, limited: true }
      case 'locked_out':
        return { kind: 'unknown', message: failure.message }
      case 'unknown': {
        const made = await findRefund(account, request)
        return made === undefined ? { kind: 'unknown', message: failure.message } : outcomeOfRefund(account, made)
      }
    }
  }
}

/** The intent to refund; undefined if the transaction is not a payment but, for example, a verification. */
const paidIntent = async (account: StripeAccount, id: string): Promise<Stripe.PaymentIntent | undefined> =>
  /^pi_\w+$/.test(id) ? account.checkMode(await account.client.paymentIntents.retrieve(id)) : undefined

const create = ({ client }: StripeAccount, request: RefundRequest): Promise<Stripe.Refund> =>
  client.refunds.create(
    {
      payment_intent: request.transactionId,
      amount: toStripeMoney(request).amount,
      metadata: { [referenceMetadataKey]: request.reference },
    },
    { idempotencyKey: creationKey(request.reference) },
  )

const findRefund = (
  { client }: StripeAccount,
  { transactionId, reference }: RefundRequest,
): Promise<Stripe.Refund | undefined> =>
  findWithReference(client.refunds.list({ payment_intent: transactionId, limit: 100 }), reference)
