import { readKinds, stripeProcessor } from '@billing-checkout/stripe'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The processor that charges the shop's cards where the environment has keys of an account at Stripe, the fake's for example; undefined
 * leaves the sandbox. Only test keys are taken. `STRIPE_METHOD_KINDS` names what the account charges, cards alone where it is absent or empty;
 * throws what is wrong with it where it names anything else.
 */
export const stripeOf = (environment: Environment): ReturnType<typeof stripeProcessor> | undefined => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_AT: at } = environment
  const { STRIPE_METHOD_KINDS: kinds } = environment
  if (secretKey === undefined) return undefined
  const methodKinds = readKinds(kinds?.trim() || 'CARD')
  if (methodKinds === undefined)
    throw new Error(
      `STRIPE_METHOD_KINDS must be kinds of CARD, PAYPAL, CASHAPP, APPLE_PAY, GOOGLE_PAY, with commas between, got ${JSON.stringify(kinds)}.`,
    )
  const { hostname, port } = new URL(at ?? 'https://api.stripe.com')
  return stripeProcessor({
    connection: 'con_stripe',
    accountId: environment['STRIPE_ACCOUNT'] ?? 'acct_fake',
    secretKey,
    publishableKey,
    methodKinds,
    livemode: false,
    // The shop is not older than that.
    connectedAt: new Date('2026-01-01T00:00:00Z'),
    stripeJsAt: environment['STRIPE_JS_AT'],
    ...(at !== undefined && { clientConfig: { host: hostname, port, protocol: 'http' } }),
  })
}
