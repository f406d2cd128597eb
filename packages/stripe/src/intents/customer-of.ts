import type { StripeCharge } from '../money-request.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'

/**
 * The customer at Stripe that a new method is stored with: one for this charge alone. It is made once, as long as its key is
 * remembered; after that the stored method names it.
 */
export const customerOf = async (account: StripeAccount, { reference }: StripeCharge): Promise<string> => {
  const key = { idempotencyKey: `bc:customer:${account.connection}:${reference}` }
  const toCreate = { metadata: { bc_customer: reference } }
  const customer = await sendUnderKey(account, () => account.client.customers.create(toCreate, key))
  return account.checkMode(customer).id
}
