import type { HostedCardEntry, HostedSources } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { onSheet } from './amounts.ts'
import { walletKinds } from './methods/kinds.ts'
import { ModeMismatch, type StripeAccountOptions } from './stripe-account.ts'

/**
 * What Stripe's guide to security lists for Stripe.js in a Content-Security-Policy, without the maps that only its address fields ask for:
 * https://docs.stripe.com/security/guide#content-security-policy
 */
export const stripeSources: HostedSources = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
}

/** The release of Stripe.js that speaks the version of the interface which the official client is pinned to. */
export const releaseOfStripeJs: string = Stripe.API_VERSION.split('.')[1] ?? ''

/** Stripe's own card fields and buttons of wallets, if the account has a publishable key; throws if that is of the other mode. */
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
    ...(wallets.length > 0 && { wallets, countAmount: onSheet }),
    sources:
      stripeJsAt === undefined
        ? stripeSources
        : { 'script-src': [stripeJsAt], 'frame-src': [stripeJsAt], 'connect-src': [stripeJsAt] },
  }
}
