import type { AccountTrouble, NotificationSecret } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { fetchWithinLimits } from './limits/fetch-within-limits.ts'
import { documentedLimits, type MetLimit, openLimiter } from './limits/limiter.ts'
import { type SharedList, sharedList } from './intents/shared-list.ts'
import type { StripeKind } from './methods/kinds.ts'
import { machine, type Surroundings } from './surroundings.ts'

/** What the adapter needs to know of an account at Stripe. */
export interface StripeAccountOptions {
  /** The id of the connection, which rows name. */
  readonly connection: string
  /** A secret or restricted key. */
  readonly secretKey: string
  /** The mode of the database: a key or an answer of the other mode is never used. */
  readonly livemode: boolean
  /** The id of the account, as `acct_…`; null if the key may not read it. */
  readonly accountId: string | null
  /** Nothing of ours in the account is older than this. */
  readonly connectedAt: Date
  /** The account's publishable key: if it is given, new cards are entered in Stripe's own fields. */
  readonly publishableKey?: string | undefined
  /** The kinds of method that the account charges; cards alone, unless they are given. */
  readonly methodKinds?: readonly StripeKind[] | undefined
  /** The origin of Stripe's script and fields, if it is not the real one. */
  readonly stripeJsAt?: string | undefined
  /** Called if Stripe refuses the key or the whole account, or if an answer is of the other mode. */
  readonly report?: (trouble: AccountTrouble) => void
  /** The secrets that notifications may be signed with, two while one takes the place of the other; none: none are taken. */
  readonly notificationSecrets?: readonly NotificationSecret[]
  /** Where Stripe is, if it is not the real one. */
  readonly clientConfig?: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>
  /** False: no customer's e-mail, name, postal code and country are sent. */
  readonly sendsShopperDetails?: boolean | undefined
  /** How many requests the account takes, if that is not what Stripe documents. */
  readonly limits?: Readonly<Record<MetLimit, number>> | undefined
  /** How many servers there are, each of which takes its share of the limits of requests; one, if it is absent. */
  readonly share?: (() => number) | undefined
  /** Whether the connection is paused or disabled, so that a query in the background sends no further request. */
  readonly isHeld?: (() => boolean) | undefined
  /** What sends requests and knows the time; the machine, unless something else is given. */
  readonly surroundings?: Partial<Surroundings>
}

/** An account at Stripe, through which one connection charges. */
export interface StripeAccount extends StripeAccountOptions {
  readonly client: Stripe
  readonly surroundings: Surroundings
  /** Lists in which references are looked for whose customer is not known. */
  readonly shared: {
    readonly paymentIntents: SharedList<Stripe.PaymentIntent>
    readonly setupIntents: SharedList<Stripe.SetupIntent>
    readonly refunds: SharedList<Stripe.Refund>
  }
  /** For requests that everything else works without: a key that is refused here does not pause the connection. */
  readonly optionalClient: Stripe
  /** Throws if an answer is of the other mode, and lets no other request out from then on. */
  readonly checkMode: <Answer extends { readonly livemode: boolean }>(answer: Answer) => Answer
  /** Throws if an answer was of the other mode. */
  readonly refuseIfMismatched: () => void
}

/** Milliseconds until a request is given up; what became of it is read then. */
export const requestTimeout = 12_000
/** Milliseconds after which a request is given up that waited for its turn or met a limit meanwhile. */
export const patience = 45_000

/**
 * The official client. Nothing is repeated without the adapter knowing: over Node's own HTTP client, it would repeat a request whose
 * connection was reset, so it goes over fetch.
 */
export const stripeClient = (
  secretKey: string,
  clientConfig: StripeAccountOptions['clientConfig'] = {},
  send?: Surroundings['fetch'],
  timeout = requestTimeout,
): Stripe =>
  new Stripe(secretKey, {
    ...clientConfig,
    apiVersion: Stripe.API_VERSION, // Over Node's HTTP client it would repeat requests whose connection was reset.
    httpClient: Stripe.createFetchHttpClient(send),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout,
  })

/** Opens an account; throws if the key is of the other mode. */
export const openStripeAccount = (options: StripeAccountOptions): StripeAccount => {
  const { secretKey, livemode } = options
  const mode = livemode ? 'live' : 'test'
  if (!new RegExp(`^(?:sk|rk)_${mode}_`).test(secretKey))
    throw new ModeMismatch(`The key of the connection ${options.connection} is no ${mode} key.`)
  const { report = () => {} } = options
  let mismatch: ModeMismatch | null = null
  const surroundings = { ...machine, ...options.surroundings }
  const limiter = openLimiter(surroundings, options.limits ?? documentedLimits[mode], options.share)
  const send = fetchWithinLimits(surroundings, limiter, requestTimeout)
  const client = stripeClient(secretKey, options.clientConfig, send, patience)
  client.on('response', ({ status, method, path }: Stripe.ResponseEvent) => {
    if (status !== 401 && status !== 403) return
    report({ kind: 'locked_out', message: `Stripe refuses the key of the connection: ${status} to ${method} ${path}.` })
  })
  return {
    ...options,
    client,
    surroundings,
    shared: {
      paymentIntents: sharedList((created) => client.paymentIntents.list({ created, limit: 100 })),
      setupIntents: sharedList((created) => client.setupIntents.list({ created, limit: 100 })),
      refunds: sharedList((created) => client.refunds.list({ created, limit: 100 })),
    },
    optionalClient: stripeClient(secretKey, options.clientConfig, send, patience),
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

/** Thrown where a live account would be used for a sandbox, or a test account for real money. */
export class ModeMismatch extends Error {}
