import { createHash } from 'node:crypto'
import type { ChargedCustomer, MadeCustomer } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import type { StripeCharge } from '../money-request.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { classifyFailure } from '../classify-failure.ts'

/** The number of idempotency keys that we try. After a 500 we need another key, because Stripe repeats the 500 under the same key. */
const triesMax = 4

/**
 * Creates the customer at Stripe that stores a shopper's methods. While Stripe remembers the idempotency key, a
 * repetition returns the same customer; later, our database has the customer's id. If an error leads to two customers,
 * only the returned one is used.
 */
export const makeCustomer = async (
  account: StripeAccount,
  customer: ChargedCustomer,
  number: number,
): Promise<MadeCustomer> => {
  account.refuseIfMismatched()
  const { id } = customer
  const details = account.sendsShopperDetails === false ? {} : detailsOf(customer)
  const toCreate = { metadata: { bc_customer: id }, ...details }
  // The key depends on the details, because Stripe refuses other parameters under the same key.
  const digest = createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 12)
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      const key = { idempotencyKey: `bc:customer:${account.connection}:${id}:${number}:${tries}:${digest}` }
      const made = await sendUnderKey(account, () => account.client.customers.create(toCreate, key))
      return { kind: 'made', reference: account.checkMode(made).id }
    } catch (error) {
      const failure = classifyFailure(error)
      const { kind } = failure
      const message = 'message' in failure ? failure.message : 'Stripe made no customer.'
      if (kind === 'unknown' && (failure.status ?? 0) >= 500) continue
      if (kind === 'limited') return { kind: 'ended', outcome: { kind: 'unknown', message, limited: true } }
      if (kind === 'unknown') return { kind: 'ended', outcome: { kind: 'unknown', message } }
      const lockedOut = kind === 'locked_out' && { lockedOut: true as const }
      return { kind: 'ended', outcome: { kind: 'failed', message, ...lockedOut } }
    }
  }
  return { kind: 'ended', outcome: { kind: 'unknown', message: 'Stripe does not say whether it made the customer.' } }
}

/**
 * The details that the bank gets with a 3-D Secure request: a bank with more details challenges the shopper less often. A sale that stores
 * no method creates no customer; the bank then gets only the name that Stripe's fields collect.
 */
const detailsOf = ({ email, name, address }: ChargedCustomer): Stripe.CustomerCreateParams => {
  const { postalCode = null, country = null } = address ?? {}
  return {
    ...(email !== null && { email }),
    ...(name !== null && { name }),
    ...((postalCode ?? country) !== null && {
      address: {
        ...(postalCode !== null && { postal_code: postalCode }),
        ...(country !== null && { country }),
      },
    }),
  }
}

/** The customer at Stripe that stores a new method: the one in our database, or a new one for this charge. */
export const customerOf = async (account: StripeAccount, { customer, reference }: StripeCharge): Promise<string> => {
  if (customer?.reference !== undefined) return customer.reference
  const key = { idempotencyKey: `bc:customer:${account.connection}:${reference}` }
  const toCreate = { metadata: { bc_customer: reference } }
  const made = await sendUnderKey(account, () => account.client.customers.create(toCreate, key))
  return account.checkMode(made).id
}
