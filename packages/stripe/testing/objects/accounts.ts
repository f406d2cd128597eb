import type { Stripe } from 'stripe'
import type { Books } from '../books.ts'

/** `GET /v1/account`: the account that the key opens. */
export const retrieveAccount = (books: Books): Stripe.Account =>
  ({
    id: books.accountId,
    object: 'account',
    capabilities: { card_payments: 'active' },
    charges_enabled: true,
    country: books.country,
    default_currency: 'eur',
    details_submitted: true,
    email: null,
    payouts_enabled: true,
    type: 'standard',
  }) satisfies Stripe.Account
