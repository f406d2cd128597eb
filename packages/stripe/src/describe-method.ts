import type { CardDetails, DescribedToken } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { walletKinds, walletTypes } from './methods/kinds.ts'
import { parseStoredToken } from './money-request.ts'
import type { StripeAccount } from './stripe-account.ts'
import { isRefusal, classifyFailure } from './classify-failure.ts'

/** Card brands that have another name at Stripe. */
const brands: Readonly<Record<string, string>> = { amex: 'american-express', diners: 'diners-club' }

/** Describes a new payment method; undefined if Stripe does not know it, if it belongs to a customer already, or if it is no card. */
export const describeMethod = async (account: StripeAccount, token: string): Promise<DescribedToken | undefined> => {
  account.refuseIfMismatched()
  if (!/^pm_\w+$/.test(token)) return undefined
  try {
    const method = account.checkMode(await account.client.paymentMethods.retrieve(token))
    return method.customer === null && method.card !== undefined ? describeCard(method.card) : undefined
  } catch (error) {
    return undefinedIfGone(error)
  }
}

/** Describes a stored card as it is now; undefined if the method is no card, or no longer belongs to its customer. */
export const describeStoredMethod = async (
  account: StripeAccount,
  token: string,
): Promise<DescribedToken | undefined> => {
  account.refuseIfMismatched()
  const stored = parseStoredToken(token)
  if (stored === undefined) return undefined
  try {
    const method = account.checkMode(await account.client.paymentMethods.retrieve(stored.method))
    return method.customer === stored.customer && method.card !== undefined ? describeCard(method.card) : undefined
  } catch (error) {
    return undefinedIfGone(error)
  }
}

const describeCard = (card: Stripe.PaymentMethod.Card): DescribedToken => {
  const described = { details: detailsOf(card), fingerprint: card.fingerprint ?? null }
  const wallet = walletKinds.find((kind) => walletTypes[kind] === card.wallet?.type)
  // A card from Link or another wallet of Stripe's is charged like a typed card, so it gets no `wallet`.
  return wallet === undefined ? described : { ...described, wallet }
}

const undefinedIfGone = (error: unknown): undefined => {
  const failure = classifyFailure(error)
  if (isRefusal(failure)) return undefined
  throw error
}

const detailsOf = (card: Stripe.PaymentMethod.Card): CardDetails => ({
  bin: null,
  bin_data: {
    brand: brands[card.brand] ?? card.brand,
    country: card.country,
    currency_code: null,
    description: null,
    funding: card.funding,
    issuer: null,
    type: null,
  },
  exp_month: card.exp_month,
  exp_year: card.exp_year,
  // Apple Pay never reveals the card's own number; Google Pay does if the card is not tokenized on the device.
  is_network_tokenized: card.wallet?.type === 'apple_pay' || (card.wallet?.dynamic_last4 ?? null) !== null,
  last4: card.last4,
  number: null,
})
