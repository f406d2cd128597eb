import type { BookedMovement } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { fromStripeMoney } from '../amounts.ts'
import { expandedOrNull, idOf } from '../intents/facts.ts'
import { referenceMetadataKey } from '../intents/requests.ts'

/** The movement of a balance entry; none for a payout, which is listed separately. */
export const movementOf = (entry: Stripe.BalanceTransaction): BookedMovement[] => {
  if (entry.type === 'payout' || entry.type === 'payout_failure' || entry.type === 'payout_cancel') return []
  return [{ ...balancePartOf(entry), ...sourcePartOf(entry, expandedOrNull(entry.source)) }]
}

const balancePartOf = (entry: Stripe.BalanceTransaction) => {
  const { id, created, available_on: available } = entry
  const { amount, currency } = fromStripeMoney(entry)
  const fee = fromStripeMoney({ amount: entry.fee, currency: entry.currency }).amount
  return {
    id,
    fee,
    // Computed from the rounded fee, so that fee and net sum to the amount.
    net: amount - fee,
    balanceCurrency: currency,
    at: new Date(created * 1000).toISOString(),
    availableAt: new Date(available * 1000).toISOString(),
  }
}

type SourcePart = Pick<BookedMovement, 'kind' | 'transactionId' | 'reference' | 'amount' | 'currency' | 'arn'>

/** An entry is in the currency of the balance; its source has the amount that the payer was charged or refunded. */
const sourcePartOf = (
  { type, amount, currency }: Stripe.BalanceTransaction,
  source: Stripe.BalanceTransactionSource | null,
): SourcePart => {
  if (source?.object === 'charge' && (type === 'charge' || type === 'payment'))
    return {
      kind: 'charge',
      // A charge without an intent is not ours, but its money is in the account, so we report it.
      transactionId: idOf(source.payment_intent) ?? source.id,
      reference: source.metadata[referenceMetadataKey] ?? null,
      ...fromStripeMoney({ amount: source.amount_captured, currency: source.currency }),
      arn: null,
    }
  if (source?.object === 'refund')
    return {
      kind: type === 'refund' || type === 'payment_refund' ? 'refund' : 'refund_failed',
      transactionId: source.id,
      reference: source.metadata?.[referenceMetadataKey] ?? null,
      ...fromStripeMoney(source),
      arn: source.destination_details?.card?.reference ?? null,
    }
  const disputed = source?.object === 'dispute' ? idOf(source.payment_intent) : null
  return {
    kind: disputed === null ? 'other' : 'dispute',
    transactionId: disputed,
    reference: null,
    ...fromStripeMoney({ amount: Math.abs(amount), currency }),
    arn: null,
  }
}
