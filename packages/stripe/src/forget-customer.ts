import type { ForgottenCustomer } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { readStored } from './money-request.ts'
import type { StripeAccount } from './stripe-account.ts'

/**
 * Deletes the customers at Stripe that an erased customer's methods were stored with, by which the methods can be charged no more. What was
 * paid stays in Stripe's own books, with what was typed into its fields.
 */
export const forgetCustomer = async (account: StripeAccount, { tokens }: ForgottenCustomer): Promise<void> => {
  account.refuseIfMismatched()
  const customers = new Set(tokens.flatMap((token) => readStored(token)?.customer ?? []))
  for (const id of customers) {
    try {
      await account.client.customers.del(id)
    } catch (error) {
      // It was deleted before.
      if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'resource_missing') throw error
    }
  }
}
