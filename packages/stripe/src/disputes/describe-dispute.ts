import type { DisputeReason, DisputeStatus, ProcessorDispute } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { fromStripe } from '../amounts.ts'

/** A dispute as the server knows it; empty if its charge has no intent, because such a charge is not ours. */
export const describeDispute = (dispute: Stripe.Dispute): ProcessorDispute[] => {
  const { id: disputeId, payment_intent: intent, reason, status, evidence_details: evidence } = dispute
  const transactionId = typeof intent === 'string' ? intent : intent?.id
  if (transactionId === undefined) return []
  return [
    {
      disputeId,
      transactionId,
      ...fromStripe(dispute),
      reason: reasons[reason] ?? 'other',
      // If we do not know the status, assume that the money is gone, so that none of it is refunded.
      status: statuses[status] ?? 'under_review',
      evidenceDueAt: evidence.due_by === null ? null : new Date(evidence.due_by * 1000).toISOString(),
    },
  ]
}

const statuses: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  // Stripe settled the dispute with the payer's bank before any money was withdrawn.
  prevented: 'inquiry_closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'fraudulent',
  unrecognized: 'unrecognized',
  duplicate: 'duplicate',
  credit_not_processed: 'credit_not_processed',
  product_not_received: 'product_not_received',
  product_unacceptable: 'product_unacceptable',
  subscription_canceled: 'subscription_cancelled',
}
