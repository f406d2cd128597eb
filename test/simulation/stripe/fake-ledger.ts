import type { FakeStripe } from '@billing-checkout/stripe/testing'
import type { Stripe } from 'stripe'
import type { Books, LedgerEntry, UnrequestedRefund } from '../books.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** Adds to the books what the fake of Stripe recorded: each attempt's ledger entry, and the refunds that our server did not request. */
export const addStripeEntries = (books: Books, fake: FakeStripe): Books => {
  const ledger = new Map([
    ...intentsOf(fake).map((intent) => [referenceOf(intent), entryOfIntent(intent)] as const),
    ...[...fake.books.refunds.values()].map((refund) => [referenceOf(refund), entryOfRefund(refund)] as const),
  ])
  return {
    ...books,
    attempts: books.attempts.map((attempt) => ({ ...attempt, ledger: ledger.get(attempt.reference) ?? null })),
    refundsOfOthers: refundsOfOthers(fake),
  }
}

/** Every intent, for payments and for verifications. */
export const intentsOf = ({ books }: FakeStripe): readonly Intent[] => [
  ...books.paymentIntents.values(),
  ...books.setupIntents.values(),
]

/** Our reference of an object at Stripe; undefined if another party made the object. */
export const referenceOf = ({ metadata }: { readonly metadata: Stripe.Metadata | null }): string | undefined =>
  metadata?.['bc_reference']

/** The error of an intent that was declined; null for other intents. */
export const errorOf = (intent: Intent) =>
  intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error

/** The ledger entry of an intent; undefined before the intent is confirmed, and during a challenge. */
const entryOfIntent = (intent: Intent): LedgerEntry | undefined => {
  const { id, status, metadata, cancellation_reason: reason } = intent
  const isPayment = intent.object === 'payment_intent'
  const entry = {
    transaction: id,
    kind: isPayment ? 'authorize' : 'verify',
    amount: isPayment ? intent.amount : 0,
    currency: isPayment ? intent.currency.toUpperCase() : 'EUR',
    captured: false,
    settlementFails: false,
    isTakenBack: false,
  }
  if (metadata?.['bc_closed'] !== undefined) return { ...entry, kind: 'closed', outcome: 'failed' }
  if (status === 'succeeded')
    return {
      ...entry,
      outcome: 'approved',
      captured: true,
      amount: isPayment ? intent.amount_received : 0,
    }
  if (errorOf(intent) !== null) return { ...entry, outcome: 'declined' }
  if (status !== 'canceled') return undefined
  return { ...entry, outcome: reason === 'abandoned' ? 'abandoned' : 'failed' }
}

const entryOfRefund = ({ id, amount, currency, status }: Stripe.Refund): LedgerEntry => {
  const isTakenBack = status === 'failed' || status === 'canceled'
  return {
    transaction: id,
    kind: 'refund',
    amount,
    currency: currency.toUpperCase(),
    outcome: isTakenBack ? 'failed' : 'approved',
    captured: false,
    settlementFails: false,
    isTakenBack,
  }
}

const refundsOfOthers = ({ books }: FakeStripe): readonly UnrequestedRefund[] =>
  [...books.refunds.values()]
    .filter((refund) => referenceOf(refund) === undefined)
    .map(({ id, payment_intent, amount, status }) => ({
      transaction: id,
      of: String(payment_intent),
      amount,
      isTakenBack: status === 'failed' || status === 'canceled',
    }))
