import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { type Books, type Clocks, newId, openBooks } from './books.ts'
import { type InjectedFaults, injectedFaults } from './faults/injected-faults.ts'
import { deliverNotifications, type Notification, notificationsOf } from './faults/notifications.ts'
import { type Account, answerRequest, type RecordedRequest } from './http/answer-request.ts'
import type { KeyPermissions } from './http/permissions.ts'
import { idempotencyKeys } from './http/idempotency-keys.ts'
import { openRequestCounter, type RequestLimits, usualLimits } from './http/request-limits.ts'
import { shopperPage } from './http/shopper-pages.ts'
import { answerPayment } from './objects/confirm-payment.ts'
import { closeDispute } from './objects/disputes.ts'
import { findPaymentIntent } from './objects/payment-intents.ts'
import { type CardSource, storeMethod, replaceCard } from './objects/payment-methods.ts'
import { warnOfFraud } from './objects/fraud-warnings.ts'
import { payOut } from './objects/payouts.ts'
import { endRefund } from './objects/refunds.ts'
import { answerSetup, findSetupIntent } from './objects/setup-intents.ts'
import { findTestMethod } from './objects/test-methods.ts'

/** How a fake is started. */
export interface FakeStripeOptions {
  /** The port; 0, the default, picks a free one. */
  readonly port?: number
  /** The account's secret keys; a live account takes only live keys. */
  readonly secretKeys?: readonly string[]
  readonly livemode?: boolean
  /** The id of the account. */
  readonly accountId?: string
  /** The clocks; real time by default. */
  readonly clocks?: Partial<Clocks>
  /** How many milliseconds every POST takes, so that requests overlap; 0 by default. */
  readonly latency?: number
  /** The account's rate limits; Stripe's documented ones by default, null for none. */
  readonly limits?: RequestLimits | null
  /** The origin of the fake's pages, if a proxy is in front of the fake; by default the fake's own origin. */
  readonly pagesAt?: string
}

/** A running fake of Stripe, and the actions that a test can take on it. */
export interface FakeStripe {
  /** The fake's address, to be spread into the official client's configuration. */
  readonly clientConfig: { readonly host: string; readonly port: number; readonly protocol: 'http' }
  readonly url: string
  /** Whether the fake has no rate limits. */
  readonly isUnlimited: boolean
  readonly books: Books
  readonly faults: InjectedFaults
  /** Every request so far. */
  readonly requests: readonly RecordedRequest[]
  /** How many requests with this name have arrived. */
  count(name: string): number
  /** Forgets every idempotency key, as Stripe does after a day. */
  forgetKeys(): void
  /** Makes the fake refuse this key from now on. */
  revokeKey(secretKey: string): void
  /** Adds a key; a restricted one has only the given permissions, such as `customer_write`. */
  addKey(secretKey: string, permissions?: KeyPermissions): void
  /** Makes a shopper agree to an intent or refuse it. Does nothing if the intent does not wait for the shopper. */
  answer(intentId: string, answer: 'agree' | 'refuse'): void
  /** Creates a method that behaves like the named test method, in live mode as well, optionally from a wallet; returns its id. */
  addMethod(like: string, wallet?: CardSource): string
  /** Replaces a stored card, as its bank would; Stripe sends an event. */
  replaceCard(
    methodId: string,
    card: Partial<Pick<Stripe.PaymentMethod.Card, 'last4' | 'exp_month' | 'exp_year'>>,
  ): void
  /** Ends a refund after its creation. */
  endRefund(refundId: string, end: 'succeeded' | 'failed'): Stripe.Refund
  closeDispute(disputeId: string, end: 'won' | 'lost' | 'warning_closed'): Stripe.Dispute
  /** Records that the payer's bank suspects fraud in an intent. */
  warnOfFraud(intentId: string): Stripe.Radar.EarlyFraudWarning
  /** Pays out what is available by the billing clock, as Stripe does every day. */
  payOut(): readonly Stripe.Payout[]
  /** Every signed notification of an endpoint; the test sends them in any order, twice, or never. */
  notifications(endpointId: string): readonly Notification[]
  deliver(endpointId: string, notifications: readonly Notification[]): Promise<readonly number[]>
  close(): Promise<void>
}

/** Starts a fake of Stripe in this process. Its data is in memory and is lost when the fake ends. */
export const startFakeStripe = async (options: FakeStripeOptions = {}): Promise<FakeStripe> => {
  const { livemode = false, port = 0 } = options
  const clocks = { wall: () => new Date(), billing: () => new Date(), ...options.clocks }
  const books = openBooks(livemode, clocks, options.accountId)
  const secretKeys = options.secretKeys ?? [livemode ? 'sk_live_fake' : 'sk_test_fake']
  const wrong = secretKeys.find((key) => /_live_/.test(key) !== livemode)
  if (wrong !== undefined) throw new Error('A key of the other mode opens no account.')
  const keys = idempotencyKeys(clocks.wall)
  const account: Account = {
    books,
    keys,
    faults: injectedFaults(options.latency),
    secretKeys: new Map(secretKeys.map((key) => [key, 'all'])),
    publishableKey: livemode ? 'pk_live_fake' : 'pk_test_fake',
    requests: [],
    counted: openRequestCounter(options.limits === undefined ? usualLimits(livemode) : options.limits, clocks.wall),
  }
  const server = createServer((request, response) => void serve(account, request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${at}`
  books.pagesAt = options.pagesAt ?? url
  return {
    clientConfig: { host: '127.0.0.1', port: at, protocol: 'http' },
    url,
    isUnlimited: options.limits === null,
    books,
    faults: account.faults,
    requests: account.requests,
    count: (name) => account.requests.filter((request) => request.name === name).length,
    forgetKeys: keys.forget,
    revokeKey: (secretKey) => void account.secretKeys.delete(secretKey),
    addKey: (secretKey, permissions = 'all') => void account.secretKeys.set(secretKey, permissions),
    answer(intentId, answer) {
      if (intentId.startsWith('seti_')) answerSetup(books, findSetupIntent(books, intentId), answer === 'agree')
      else answerPayment(books, findPaymentIntent(books, intentId), answer === 'agree')
    },
    addMethod(like, wallet) {
      const behavior = findTestMethod(like)
      if (behavior === undefined) throw new Error(`There is no test method ${like}.`)
      return storeMethod(books, behavior, { wallet: wallet ?? null }).shown.id
    },
    replaceCard: (methodId, card) => replaceCard(books, methodId, card),
    endRefund: (refundId, end) => endRefund(books, refundId, end),
    closeDispute: (disputeId, end) => closeDispute(books, disputeId, end),
    warnOfFraud: (intentId) => warnOfFraud(books, intentId),
    payOut: () => payOut(books),
    notifications: (endpointId) => notificationsOf(books, endpointId),
    deliver: (endpointId, notifications) => deliverNotifications(books, endpointId, notifications),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const serve = async (account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const method = request.method ?? 'GET'
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://fake')
  const body = await readBody(request)
  const page = shopperPage(account.books, method, path, body)
  if (page !== undefined) {
    if ('location' in page) response.writeHead(303, { location: page.location }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page.html)
    return
  }
  const answer = await answerRequest(account, {
    method,
    path,
    form: method === 'GET' ? searchParams.toString() : body,
    secretKey: keyOf(request, body),
    apiVersion: headerOf(request, 'stripe-version'),
    idempotencyKey: headerOf(request, 'idempotency-key'),
  })
  if (answer === null) {
    response.destroy()
    return
  }
  // Pages of every origin may send requests; only the key decides whether a request is allowed.
  const open = { 'access-control-allow-origin': '*' }
  const headers = { 'content-type': 'application/json', 'request-id': newId('req'), ...open, ...answer.headers }
  response.writeHead(answer.status, headers).end(JSON.stringify(answer.body))
}

/** Servers send the secret key in a header, browsers the publishable key among the parameters. */
const keyOf = ({ headers }: IncomingMessage, body: string): string =>
  headers.authorization?.replace(/^Bearer /, '') ?? new URLSearchParams(body).get('key') ?? ''

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
