import type { StripeCharge } from '../money-request.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'

/**
 * The customer at Stripe that a new method is stored with: the shopper's, or, where nobody says who they are, one for this charge
 * alone. It is made once, as long as its key is remembered; after that the stored method names it.
 */
export const customerOf = async (account: StripeAccount, { shopper, reference }: StripeCharge): Promise<string> => {
  if (shopper !== null && shopper.stripeId !== null) return shopper.stripeId
  const whose = shopper?.id ?? reference
  const toCreate = {
    metadata: { bc_customer: whose },
    ...(shopper?.email && { email: shopper.email }),
    ...(shopper?.name && { name: shopper.name }),
  }
  const key = { idempotencyKey: `bc:customer:${account.connection}:${whose}` }
  const customer = await sendUnderKey(() => account.client.customers.create(toCreate, key))
  return account.checkMode(customer).id
}
