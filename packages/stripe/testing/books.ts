import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { MethodBehavior } from './objects/test-methods.ts'

/** The fake's two clocks: `wall` is for creation times and the age of keys, `billing` for settling money. */
export interface Clocks {
  readonly wall: () => Date
  readonly billing: () => Date
}

/** A stored payment method: what Stripe shows of it, and how it behaves when charged. */
export interface FakeMethod {
  readonly shown: Stripe.PaymentMethod
  readonly behavior: MethodBehavior
  /** Whether the method was charged without a customer, or lost its customer; Stripe then refuses to charge it again. */
  isUsedUp: boolean
  /** Whether the method's holder has agreed to later charges in their absence. */
  isSetUp: boolean
}

/** Everything in one account at Stripe, in memory. */
export interface Books {
  accountId: string
  readonly livemode: boolean
  /** The account's country. */
  country: string
  /** Whether a canceled intent no longer says why it was declined. */
  cancelForgetsError: boolean
  /** Kinds of method (by Stripe's names) that are disabled in the account. */
  readonly notEnabled: Set<string>
  /** Domains that Apple does not verify. */
  readonly unverified: Set<string>
  readonly clocks: Clocks
  /** The address of the fake's pages for shoppers; set when the fake listens. */
  pagesAt: string
  readonly customers: Map<string, Stripe.Customer>
  readonly domains: Map<string, Stripe.PaymentMethodDomain>
  readonly methods: Map<string, FakeMethod>
  readonly paymentIntents: Map<string, Stripe.PaymentIntent>
  readonly setupIntents: Map<string, Stripe.SetupIntent>
  readonly setupAttempts: Map<string, Stripe.SetupAttempt>
  /** The address to which the shopper returns after the page that asks them to authorize an intent, by the intent's id. */
  readonly returnUrls: Map<string, string>
  readonly charges: Map<string, Stripe.Charge>
  readonly refunds: Map<string, Stripe.Refund>
  /** How a refund ends by itself if it is pending or will fail, and at which second of the billing clock. */
  readonly refundsToEnd: Map<string, { readonly end: 'succeeded' | 'failed'; readonly at: number }>
  readonly balanceTransactions: Map<string, Stripe.BalanceTransaction>
  readonly fraudWarnings: Map<string, Stripe.Radar.EarlyFraudWarning>
  readonly payouts: Map<string, Stripe.Payout>
  /** The payout that each balance entry is part of, by the entry's id. */
  readonly paidOut: Map<string, string>
  readonly disputes: Map<string, Stripe.Dispute>
  readonly events: Map<string, Stripe.Event>
  readonly webhookEndpoints: Map<string, Stripe.WebhookEndpoint>
}

/** An account without any objects. */
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

/** A new unique id. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** The present second of a clock. */
export const secondOf = (clock: () => Date): number => Math.floor(clock().getTime() / 1000)

/** The present second of the wall clock, for `created`. */
export const nowOf = (books: Books): number => secondOf(books.clocks.wall)
