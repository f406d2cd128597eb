import type { HostedCardEntry, HostedSources } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { sheetAmountOf } from './amounts.ts'
import { walletKinds } from './methods/kinds.ts'
import { ModeMismatch, type StripeAccountOptions } from './stripe-account.ts'

/**
 * The sources that Stripe's security guide lists for Stripe.js in a Content-Security-Policy, except those for maps,
 * which only Stripe's address fields need: https://docs.stripe.com/security/guide#content-security-policy
 */
const stripeSources: HostedSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
}

/** The Stripe.js release that belongs to the API version of the official client. */
export const releaseOfStripeJs: string = Stripe.API_VERSION.split('.')[1] ?? ''

/** Stripe's own card fields and wallet buttons, if the account has a publishable key. Throws if this key is not in the database's mode. */
export const cardEntryOf = (account: StripeAccountOptions): HostedCardEntry | undefined => {
  const { connection, publishableKey, livemode, stripeJsAt, methodKinds = [] } = account
  const wallets = walletKinds.filter((kind) => methodKinds.includes(kind))
  if (publishableKey === undefined) return undefined
  const mode = livemode ? 'live' : 'test'
  if (!publishableKey.startsWith(`pk_${mode}_`))
    throw new ModeMismatch(`The publishable key of the connection ${connection} is no ${mode} key.`)
  return {
    kind: 'hosted',
    fields: 'stripe',
    scriptUrl: `${stripeJsAt ?? 'https://js.stripe.com'}/${releaseOfStripeJs}/stripe.js`,
    publishableKey,
    account: null,
    ...(wallets.length > 0 && { wallets, countAmount: sheetAmountOf }),
    sources:
      stripeJsAt === undefined
        ? stripeSources
        : { 'script-src': [stripeJsAt], 'frame-src': [stripeJsAt], 'connect-src': [stripeJsAt] },
  }
}
