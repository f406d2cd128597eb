import { Stripe } from 'stripe'
import { parseStoredToken } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'

/** Detaches a stored method from its customer, so that it can no longer be charged. Does nothing if it is detached already. */
export const detachMethod = async (account: StripeAccount, token: string): Promise<void> => {
  account.refuseIfMismatched()
  const stored = parseStoredToken(token)
  if (stored === undefined) return
  try {
    await account.client.paymentMethods.detach(stored.method)
  } catch (error) {
    // Stripe reports an earlier detachment only in the error's message, so we query the method instead of parsing the message.
    if (!(await isDetached(account, stored.method))) throw error
  }
}

const isDetached = async ({ client }: StripeAccount, id: string): Promise<boolean> => {
  try {
    return (await client.paymentMethods.retrieve(id)).customer === null
  } catch (error) {
    return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
  }
}
