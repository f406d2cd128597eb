import { createHash } from 'node:crypto'
import type { ChargedCustomer, MadeCustomer } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import type { StripeCharge } from '../money-request.ts'
import { sendUnderKey } from '../send-under-key.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { whatHappened } from '../what-happened.ts'

/** How many keys are tried, one after the other, while Stripe remembers errors of its own under them. */
const triesMax = 4

/**
 * Makes the customer at Stripe that a shopper's methods are stored with: one for this connection, while its key is remembered; after
 * that our books name it. A second one, made because Stripe remembers an error, moves no money and is never charged.
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
  // Other details are another request, which a key of the former would refuse.
  const digest = createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 12)
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      const key = { idempotencyKey: `bc:customer:${account.connection}:${id}:${number}:${tries}:${digest}` }
      const made = await sendUnderKey(account, () => account.client.customers.create(toCreate, key))
      return { kind: 'made', reference: account.checkMode(made).id }
    } catch (error) {
      const failure = whatHappened(error)
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
 * What the customer's bank learns when Stripe requests 3-D Secure: a bank that knows more asks the shopper less often. A one-off sale
 * that stores nothing sends the name alone.
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

/** The customer that a new method is stored with: the one that our books name, or one for this charge alone. */
export const customerOf = async (account: StripeAccount, { customer, reference }: StripeCharge): Promise<string> => {
  if (customer?.reference !== undefined) return customer.reference
  const key = { idempotencyKey: `bc:customer:${account.connection}:${reference}` }
  const toCreate = { metadata: { bc_customer: reference } }
  const made = await sendUnderKey(account, () => account.client.customers.create(toCreate, key))
  return account.checkMode(made).id
}
