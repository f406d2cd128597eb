import type { ForgottenCustomer } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { parseStoredToken } from './money-request.ts'
import type { StripeAccount } from './stripe-account.ts'

/**
 * Deletes the Stripe customers of an erased customer, so that their methods can no longer be charged. Stripe's own
 * records keep the payments and what the shopper typed into Stripe's fields.
 */
export const forgetCustomer = async (account: StripeAccount, { record, tokens }: ForgottenCustomer): Promise<void> => {
  account.refuseIfMismatched()
  const customers = new Set([record ?? [], ...tokens.map((token) => parseStoredToken(token)?.customer ?? [])].flat())
  for (const id of customers) {
    try {
      await account.client.customers.del(id)
    } catch (error) {
      // Ignore `resource_missing`: the customer was deleted before.
      if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error
    }
  }
}
