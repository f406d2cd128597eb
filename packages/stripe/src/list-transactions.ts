import type { ListedTransaction, TransactionPage } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { fromStripeMoney } from './amounts.ts'
import { referenceMetadataKey } from './intents/requests.ts'
import { isFailed } from './refunds/outcome-of-refund.ts'
import type { StripeAccount } from './stripe-account.ts'

/** How many seconds one page covers. Stripe lists the newest first, so to get the oldest first we read span by span. */
const spanSeconds = 3600

/**
 * Our charges and refunds since a moment, the oldest first. A page is a span of time, which may be empty; the token of
 * a page is the second at which its span begins.
 */
export const listTransactions = async (
  account: StripeAccount,
  since: string,
  page: string | undefined,
  now: Date,
): Promise<TransactionPage> => {
  account.refuseIfMismatched()
  // Our objects in the account are not older than the connection, so read none from before it.
  const start = Math.max(new Date(since).getTime(), account.connectedAt.getTime())
  const first = Math.floor(start / 1000)
  const from = page === undefined ? first : Number(page)
  const until = from + spanSeconds
  const created = { gte: from, lt: until }
  const [charges, refunds] = await Promise.all([
    Array.fromAsync(account.client.charges.list({ created, limit: 100 })),
    Array.fromAsync(account.client.refunds.list({ created, limit: 100 })),
  ])
  // Stripe lists the newest first. After the reversal, the sort keeps the order of objects of the same second.
  const transactions = [...charges.toReversed().flatMap(listedCharge), ...refunds.toReversed().flatMap(listedRefund)]
  return {
    transactions: transactions.toSorted((one, other) => one.at.localeCompare(other.at)),
    next: until * 1000 > now.getTime() ? null : String(until),
  }
}

const listedCharge = (charge: Stripe.Charge): ListedTransaction[] => {
  const reference = charge.metadata[referenceMetadataKey]
  if (reference === undefined || !charge.paid || typeof charge.payment_intent !== 'string') return []
  const { amount_captured: amount, currency, payment_intent: transactionId } = charge
  return [
    {
      reference,
      transactionId,
      kind: 'authorize',
      of: null,
      ...fromStripeMoney({ amount, currency }),
      at: atOf(charge),
    },
  ]
}

const listedRefund = (refund: Stripe.Refund): ListedTransaction[] => {
  const reference = refund.metadata?.[referenceMetadataKey]
  if (reference === undefined || isFailed(refund) || typeof refund.payment_intent !== 'string') return []
  const { id: transactionId, payment_intent: of } = refund
  return [{ reference, transactionId, kind: 'refund', of, ...fromStripeMoney(refund), at: atOf(refund) }]
}

const atOf = ({ created }: { readonly created: number }): string => new Date(created * 1000).toISOString()
