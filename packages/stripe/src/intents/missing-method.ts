import type { FinalOutcome } from '@billing-checkout/server/processor'
import { type Failure, isRefusal, classifyFailure } from '../classify-failure.ts'
import { parseStoredToken, type StoredMethod, type StripeCharge } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { factsFromId } from './facts.ts'

/** The decline for a charge whose customer or method does not exist. Retrying would not help. */
export const declineOfMissingMethod = (
  account: StripeAccount,
  transactionId: string,
  message: string,
  missingCustomer?: string,
): FinalOutcome => ({
  kind: 'declined',
  facts: factsFromId(account, transactionId),
  declineCode: 'card_declined',
  advice: 'do_not_try_again',
  message,
  ...(missingCustomer !== undefined && { missingCustomer }),
})

/** The decline for a charge that Stripe refuses because of the method, its mandate or its customer. */
export const declineOfRefusedMethod = (
  account: StripeAccount,
  transactionId: string,
  { message, decline }: Extract<Failure, { kind: 'of_method' }>,
): FinalOutcome => ({ kind: 'declined', facts: factsFromId(account, transactionId), ...decline, message })

/**
 * The decline for a charge that Stripe refuses with a code that our tables lack. If the stored method no longer belongs
 * to its customer, we report the method as missing. Otherwise this method is declined, and the server counts how many
 * methods get the same code.
 */
export const unrecognizedRefusal = async (
  account: StripeAccount,
  { method }: Pick<StripeCharge, 'method'>,
  transactionId: string,
  { message, code }: Extract<Failure, { kind: 'unrecognized' }>,
): Promise<FinalOutcome> => {
  const stored = method.kind === 'stored' ? parseStoredToken(method.token) : undefined
  if (stored !== undefined && (await isDetached(account, stored)))
    return declineOfMissingMethod(account, transactionId, message)
  return {
    kind: 'declined',
    facts: factsFromId(account, transactionId),
    declineCode: 'card_declined',
    unrecognized: code,
    message,
  }
}

/** Whether a stored method certainly no longer belongs to its customer. */
const isDetached = async ({ client }: StripeAccount, { method, customer }: StoredMethod): Promise<boolean> => {
  try {
    return (await client.paymentMethods.retrieve(method)).customer !== customer
  } catch (error) {
    return isRefusal(classifyFailure(error))
  }
}
