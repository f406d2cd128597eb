import { Stripe } from 'stripe'
import type { StripeAccountOptions } from '../src/stripe-account.ts'
import type { Surroundings } from '../src/surroundings.ts'
import { type FakeStripe, type FakeStripeOptions, startFakeStripe } from './start-fake-stripe.ts'

/**
 * A client that repeats nothing by itself and talks to a fake. Over Node's own client a connection that is reset would be tried
 * once more, whatever `maxNetworkRetries` says; over fetch it is not.
 */
export const clientOf = (fake: FakeStripe, secretKey = 'sk_test_fake'): Stripe =>
  new Stripe(secretKey, {
    ...fake.clientConfig,
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 10_000,
  })

/** A fake's account as a connection of the adapter to it, made a minute ago. */
export const accountOf = (
  { clientConfig, isUnlimited }: Pick<FakeStripe, 'clientConfig'> & Partial<Pick<FakeStripe, 'isUnlimited'>>,
  more: Partial<StripeAccountOptions> = {},
): StripeAccountOptions => ({
  connection: 'con_stripe',
  accountId: 'acct_fake',
  secretKey: 'sk_test_fake',
  livemode: false,
  connectedAt: new Date(Date.now() - 60_000),
  clientConfig,
  // Nothing has to wait for its turn at a fake that takes any number of requests, nor before it repeats one.
  ...(isUnlimited && { limits: { all: 1e6, endpoint: 1e6, inFlight: 1e6 }, surroundings: withoutPauses() }),
  ...more,
})

/** Surroundings in which a pause takes no time but by their own clock. */
export const withoutPauses = (): Pick<Surroundings, 'now' | 'wait'> => {
  let aheadMillis = 0
  return {
    now: () => new Date(Date.now() + aheadMillis),
    wait: async (milliseconds) => void (aheadMillis += milliseconds),
  }
}

/** A fake with the official client that talks to it; it ends with the block that opened it. */
export const openAccount = async (
  options: FakeStripeOptions = {},
): Promise<{ readonly fake: FakeStripe; readonly stripe: Stripe } & AsyncDisposable> => {
  const fake = await startFakeStripe(options)
  return { fake, stripe: clientOf(fake), [Symbol.asyncDispose]: () => fake.close() }
}

/** The parameters of an intent of 9.99 euros for a card. */
export const anIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}): Stripe.PaymentIntentCreateParams => ({
  amount: 999,
  currency: 'eur',
  allowed_payment_method_types: ['card'],
  capture_method: 'automatic',
  payment_method: 'pm_card_visa',
  ...more,
})

/** The error of a refused call; throws if the call succeeded. */
export const refusalOf = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}
