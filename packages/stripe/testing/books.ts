import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { MethodBehavior } from './objects/test-methods.ts'

/** The two clocks: `wall` stamps objects and ages keys, `billing` settles money. */
export interface Clocks {
  readonly wall: () => Date
  readonly billing: () => Date
}

/** A payment method as it is kept: what is shown of it, and how it behaves when it is charged. */
export interface KeptMethod {
  readonly shown: Stripe.PaymentMethod
  readonly behavior: MethodBehavior
  /** True when it was charged without belonging to a customer: such a method cannot be used a second time. */
  isUsedUp: boolean
  /** True when its holder agreed to later charges without them. */
  isSetUp: boolean
}

/** Everything that one account at Stripe holds, in memory. */
export interface Books {
  accountId: string
  readonly livemode: boolean
  /** The country of the account. */
  country: string
  /** True if a canceled intent no longer says why it was declined. */
  cancelForgetsError: boolean
  /** Kinds of method, by Stripe's names, that are not enabled in the account. */
  readonly notEnabled: Set<string>
  /** Domains that Apple does not verify. */
  readonly unverified: Set<string>
  readonly clocks: Clocks
  /** Where the pages for shoppers are; set when the fake listens. */
  pagesAt: string
  readonly customers: Map<string, Stripe.Customer>
  readonly domains: Map<string, Stripe.PaymentMethodDomain>
  readonly methods: Map<string, KeptMethod>
  readonly paymentIntents: Map<string, Stripe.PaymentIntent>
  readonly setupIntents: Map<string, Stripe.SetupIntent>
  readonly setupAttempts: Map<string, Stripe.SetupAttempt>
  /** Where the holder of an intent's method goes back to, by the intent's id. */
  readonly returnUrls: Map<string, string>
  readonly charges: Map<string, Stripe.Charge>
  readonly refunds: Map<string, Stripe.Refund>
  /** What becomes of refunds by themselves, and at which second of the billing clock. */
  readonly refundsToEnd: Map<string, { readonly end: 'succeeded' | 'failed'; readonly at: number }>
  readonly balanceTransactions: Map<string, Stripe.BalanceTransaction>
  readonly fraudWarnings: Map<string, Stripe.Radar.EarlyFraudWarning>
  readonly payouts: Map<string, Stripe.Payout>
  /** The payout that each entry of the balance is in. */
  readonly paidOut: Map<string, string>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly events: Map<string, Stripe.Event>
  readonly webhookEndpoints: Map<string, Stripe.WebhookEndpoint>
}

/** The books of an account on which nothing has happened. */
export const openBooks = (livemode: boolean, clocks: Clocks, accountId = 'acct_fake'): Books => ({
  accountId,
  livemode,
  country: 'DE',
  cancelForgetsError: false,
  notEnabled: new Set(),
  unverified: new Set(),
  clocks,
  pagesAt: '',
  customers: new Map(),
  domains: new Map(),
  methods: new Map(),
  paymentIntents: new Map(),
  setupIntents: new Map(),
  setupAttempts: new Map(),
  returnUrls: new Map(),
  charges: new Map(),
  refunds: new Map(),
  refundsToEnd: new Map(),
  balanceTransactions: new Map(),
  fraudWarnings: new Map(),
  payouts: new Map(),
  paidOut: new Map(),
  disputes: new Map(),
  events: new Map(),
  webhookEndpoints: new Map(),
})

/** An id that nothing else has. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** The present second of a clock. */
export const secondOf = (clock: () => Date): number => Math.floor(clock().getTime() / 1000)

/** The present second of the wall clock, which `created` is stamped by. */
export const nowOf = (books: Books): number => secondOf(books.clocks.wall)
