import { Stripe } from 'stripe'
import type { StripeAccountOptions } from '../src/stripe-account.ts'
import type { HostEnvironment } from '../src/host-environment.ts'
import { type FakeStripe, type FakeStripeOptions, startFakeStripe } from './start-fake-stripe.ts'

/**
 * An official client for a fake. It repeats nothing by itself: over Node's HTTP client it would repeat a request whose
 * connection was reset, whatever `maxNetworkRetries` says, so it uses fetch.
 */
export const clientOfFake = (fake: FakeStripe, secretKey = 'sk_test_fake'): Stripe =>
  new Stripe(secretKey, {
    ...fake.clientConfig,
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 10_000,
  })

/** The adapter's connection to a fake account, created a minute ago. */
export const accountOptionsOf = (
  { clientConfig, isUnlimited }: Pick<FakeStripe, 'clientConfig'> & Partial<Pick<FakeStripe, 'isUnlimited'>>,
  more: Partial<StripeAccountOptions> = {},
): StripeAccountOptions => ({
  connection: 'con_stripe',
  accountId: 'acct_fake',
  secretKey: 'sk_test_fake',
  livemode: false,
  connectedAt: new Date(Date.now() - 60_000),
  clientConfig,
  // A fake without limits needs no waiting.
  ...(isUnlimited && { limits: { all: 1e6, endpoint: 1e6, inFlight: 1e6 }, environment: withoutPauses() }),
  ...more,
})

/** An environment in which a pause only moves its own clock and takes no real time. */
export const withoutPauses = (): Pick<HostEnvironment, 'now' | 'wait'> => {
  let aheadMillis = 0
  return {
    now: () => new Date(Date.now() + aheadMillis),
    wait: async (milliseconds) => void (aheadMillis += milliseconds),
  }
}

/** Starts a fake with an official client for it; the fake ends when the block does. */
export const openFakeAccount = async (
  options: FakeStripeOptions = {},
): Promise<{ readonly fake: FakeStripe; readonly stripe: Stripe } & AsyncDisposable> => {
  const fake = await startFakeStripe(options)
  return { fake, stripe: clientOfFake(fake), [Symbol.asyncDispose]: () => fake.close() }
}

/** Parameters of an intent of 9.99 euros for a card. */
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
