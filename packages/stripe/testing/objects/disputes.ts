import type { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../books.ts'
import { missingObjectError } from '../http/refusal.ts'
import type { Params } from '../http/read-form.ts'
import { recordBalanceMovement } from './balance.ts'
import { recordEvent } from './events.ts'
import type { MethodBehavior } from './test-methods.ts'

/** The fee of a dispute, won or lost. */
export const disputeFee = 1500
const daysToAnswer = 7

const nothing = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence

/** Opens a cardholder's dispute of a charge. An inquiry withdraws no money. */
export const openDispute = (
  books: Books,
  charge: Stripe.Charge,
  kind: NonNullable<MethodBehavior['dispute']>,
): Stripe.Dispute => {
  const isInquiry = kind === 'inquiry'
  const dispute = {
    id: newId('du'),
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: nowOf(books),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: nothing,
    evidence_details: {
      due_by: nowOf(books) + daysToAnswer * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: books.livemode,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    reason: kind === 'inquiry' ? 'fraudulent' : kind,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  } satisfies Stripe.Dispute
  books.disputes.set(dispute.id, dispute)
  if (!isInquiry) moveDisputed(books, dispute, -1)
  charge.disputed = true
  recordEvent(books, 'charge.dispute.created', dispute)
  return dispute
}

/** Ends a dispute; a won one returns the money, but not the fee. */
export const closeDispute = (books: Books, id: string, status: 'won' | 'lost' | 'warning_closed'): Stripe.Dispute => {
  const dispute = retrieveDispute(books, {}, id)
  dispute.status = status
  if (status === 'won') moveDisputed(books, dispute, 1)
  recordEvent(books, 'charge.dispute.closed', dispute)
  return dispute
}

const moveDisputed = (books: Books, dispute: Stripe.Dispute, sign: 1 | -1): void => {
  const movement = recordBalanceMovement(books, {
    type: 'adjustment',
    source: dispute.id,
    amount: sign * dispute.amount,
    fee: sign < 0 ? disputeFee : 0,
    currency: dispute.currency,
  })
  dispute.balance_transactions.push(movement)
}

/** `GET /v1/disputes/:id` */
export const retrieveDispute = (books: Books, _: Params, id: string): Stripe.Dispute => {
  const dispute = books.disputes.get(id)
  if (dispute === undefined) throw missingObjectError('dispute', id)
  return dispute
}
