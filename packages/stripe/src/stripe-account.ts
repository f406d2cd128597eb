import type { AccountTrouble, NotificationSecret } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { fetchWithinLimits } from './limits/fetch-within-limits.ts'
import { documentedLimits, type RateLimitKind, openLimiter } from './limits/limiter.ts'
import { type SharedList, sharedList } from './intents/shared-list.ts'
import type { StripeKind } from './methods/kinds.ts'
import { hostEnvironment, type HostEnvironment } from './host-environment.ts'

/** The options of an account at Stripe. */
export interface StripeAccountOptions {
  /** The id of the connection, which database rows name. */
  readonly connection: string
  /** A secret or restricted key. */
  readonly secretKey: string
  /** Whether the database is for real money. A live key or answer is refused in a sandbox, and a test key or answer in live mode. */
  readonly livemode: boolean
  /** The id of the account (`acct_…`); null if the key may not read it. */
  readonly accountId: string | null
  /** When the connection was created. No object of ours in the account is older. */
  readonly connectedAt: Date
  /** The account's publishable key; if present, shoppers enter new cards in Stripe's own fields. */
  readonly publishableKey?: string | undefined
  /** The kinds of method that the account charges; absent: only cards. */
  readonly methodKinds?: readonly StripeKind[] | undefined
  /** The origin of a stand-in for Stripe's script and fields. */
  readonly stripeJsAt?: string | undefined
  /** Called if Stripe refuses the key or the whole account, or if an answer is not in the database's mode. */
  readonly report?: (trouble: AccountTrouble) => void
  /** The secrets that may sign notifications, two while a secret is rotated. If there is none, no notification is accepted. */
  readonly notificationSecrets?: readonly NotificationSecret[]
  /** The address of a stand-in for Stripe's API. */
  readonly clientConfig?: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>
  /** If false, we send Stripe no customer's email address, name, postal code and country; absent: true. */
  readonly sendsShopperDetails?: boolean | undefined
  /** The account's rate limits, if they differ from what Stripe documents. */
  readonly limits?: Readonly<Record<RateLimitKind, number>> | undefined
  /** The number of servers that share the rate limits; absent: one. */
  readonly serverCount?: (() => number) | undefined
  /** Whether the connection is paused or disabled; then a background query sends no further request. */
  readonly isStopped?: (() => boolean) | undefined
  /** The network, clock and randomness; absent: those of the machine. */
  readonly environment?: Partial<HostEnvironment>
}

/** An account at Stripe, through which one connection charges. */
export interface StripeAccount extends StripeAccountOptions {
  readonly client: Stripe
  readonly environment: HostEnvironment
  /** Lists at Stripe in which we search for references whose customer is unknown. */
  readonly shared: {
    readonly paymentIntents: SharedList<Stripe.PaymentIntent>
    readonly setupIntents: SharedList<Stripe.SetupIntent>
    readonly refunds: SharedList<Stripe.Refund>
  }
  /** A client for optional requests: if Stripe refuses the key here, the connection is not paused. */
  readonly optionalClient: Stripe
  /** Returns the answer if it is in the database's mode (live or test). Otherwise throws, and the account sends nothing from then on. */
  readonly checkMode: <Answer extends { readonly livemode: boolean }>(answer: Answer) => Answer
  /** Throws if an earlier answer was not in the database's mode. */
  readonly refuseIfMismatched: () => void
}

/** The time-out of one try, in milliseconds. After it, the adapter reads the request's outcome from Stripe. */
export const requestTimeoutMillis = 12_000
/** The time-out of a request including the time that it waits for its turn or for a limit, in milliseconds. */
export const queuedTimeoutMillis = 45_000

/**
 * Creates the official client. It must not repeat requests on its own. With Node's HTTP client it would repeat a
 * request whose connection was reset, so it uses fetch.
 */
export const stripeClient = (
  secretKey: string,
  clientConfig: StripeAccountOptions['clientConfig'] = {},
  send?: HostEnvironment['fetch'],
  timeout = requestTimeoutMillis,
): Stripe =>
  new Stripe(secretKey, {
    ...clientConfig,
    apiVersion: Stripe.API_VERSION,
    httpClient: Stripe.createFetchHttpClient(send),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout,
  })

/** Opens an account. Throws if the key is not in the database's mode (live or test). */
export const openStripeAccount = (options: StripeAccountOptions): StripeAccount => {
  const { secretKey, livemode } = options
  const mode = livemode ? 'live' : 'test'
  if (!new RegExp(`^(?:sk|rk)_${mode}_`).test(secretKey))
    throw new ModeMismatch(`The key of the connection ${options.connection} is no ${mode} key.`)
  const { report = () => {} } = options
  let mismatch: ModeMismatch | null = null
  const environment = { ...hostEnvironment, ...options.environment }
  const limiter = openLimiter(environment, options.limits ?? documentedLimits[mode], options.serverCount)
  const send = fetchWithinLimits(environment, limiter, requestTimeoutMillis)
  const client = stripeClient(secretKey, options.clientConfig, send, queuedTimeoutMillis)
  client.on('response', ({ status, method, path }: Stripe.ResponseEvent) => {
    if (status !== 401 && status !== 403) return
    report({ kind: 'locked_out', message: `Stripe refuses the key of the connection: ${status} to ${method} ${path}.` })
  })
  return {
    ...options,
    client,
    environment,
    shared: {
      paymentIntents: sharedList((created) => client.paymentIntents.list({ created, limit: 100 })),
      setupIntents: sharedList((created) => client.setupIntents.list({ created, limit: 100 })),
      refunds: sharedList((created) => client.refunds.list({ created, limit: 100 })),
    },
    optionalClient: stripeClient(secretKey, options.clientConfig, send, queuedTimeoutMillis),
    checkMode(answer) {
      if (answer.livemode === livemode) return answer
      mismatch = new ModeMismatch(`The account of the connection ${options.connection} is not in ${mode} mode.`)
      report({ kind: 'other_mode', message: mismatch.message })
      throw mismatch
    },
    refuseIfMismatched() {
      if (mismatch !== null) throw mismatch
    },
  }
}

/** Thrown if a live account would be used for a sandbox, or a test account for real money. */
export class ModeMismatch extends Error {}
