import { clientConfigOf, isLoopbackUrl, parseMethodKinds, stripeProcessor } from '@billing-checkout/stripe'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Stripe as the shop's processor, if the environment has keys of a Stripe account or of a fake Stripe. If not, returns
 * undefined, and the shop uses the sandbox processor. Only test keys are accepted. `STRIPE_METHOD_KINDS` lists the
 * payment methods; if absent or empty, cards alone. `STRIPE_AT` and `STRIPE_JS_AT` are the addresses of the fake.
 * Throws if a setting is invalid.
 */
export const stripeOf = (environment: Environment): ReturnType<typeof stripeProcessor> | undefined => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_AT: at } = environment
  const { STRIPE_METHOD_KINDS: kinds } = environment
  if (secretKey === undefined) return undefined
  const methodKinds = parseMethodKinds(kinds?.trim() || 'CARD')
  if (methodKinds === undefined)
    throw new Error(
      `STRIPE_METHOD_KINDS must be kinds of CARD, PAYPAL, CASHAPP, APPLE_PAY, GOOGLE_PAY, with commas between, got ${JSON.stringify(kinds)}.`,
    )
  for (const name of ['STRIPE_AT', 'STRIPE_JS_AT']) refuseUnlessStandIn(name, environment[name])
  return stripeProcessor({
    connection: 'con_stripe',
    accountId: environment['STRIPE_ACCOUNT'] ?? 'acct_fake',
    secretKey,
    publishableKey,
    methodKinds,
    livemode: false,
    // A time before any charge of the shop.
    connectedAt: new Date('2026-01-01T00:00:00Z'),
    stripeJsAt: environment['STRIPE_JS_AT'],
    ...(at !== undefined && { clientConfig: clientConfigOf(at) }),
  })
}

const refuseUnlessStandIn = (name: string, given: string | undefined): void => {
  if (given !== undefined && !isLoopbackUrl(given))
    throw new Error(
      `${name} must be an address on this machine, such as http://127.0.0.1:12111, got ${JSON.stringify(given)}.`,
    )
}
