import type { Stripe } from 'stripe'
import { type Books, newId, nowOf, secondOf } from '../books.ts'
import { invalidRequestError, missingObjectError, wrongStateError } from '../http/refusal.ts'
import { amountIn } from '../http/read-amount.ts'
import { metadataOf, type Params, refuseUnknownParams, textParam } from '../http/read-form.ts'
import { recordBalanceMovement } from './balance.ts'
import { recordEvent } from './events.ts'

const known = [
  'payment_intent',
  'charge',
  'amount',
  'reason',
  'metadata',
] as const satisfies readonly (keyof Stripe.RefundCreateParams)[]

/** `POST /v1/refunds`: refuses an amount above the captured amount less earlier refunds. */
export const createRefund = (books: Books, params: Params): Stripe.Refund => {
  refuseUnknownParams(params, known)
  const charge = chargeToRefund(books, params)
  const metadata = metadataOf(params)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = amountIn(params, 'amount', charge.currency) ?? left
  if (amount <= 0 && left > 0) throw invalidRequestError('The amount must be positive.', { param: 'amount' })
  if (charge.disputed && !isRefundable(books, charge))
    throw wrongStateError('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`)
  if (left === 0) throw wrongStateError('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  if (amount > left)
    throw wrongStateError(
      'amount_too_large',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    )
  const behavior = books.methods.get(charge.payment_method ?? '')?.behavior.refund
  const id = newId('re')
  const refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: recordBalanceMovement(books, {
      type: 'refund',
      source: id,
      amount: -amount,
      fee: 0,
      currency: charge.currency,
    }).id,
    charge: charge.id,
    created: nowOf(books),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference: newId('arn'), reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: (textParam(params, 'reason') ?? null) as Stripe.Refund.Reason | null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
  books.refunds.set(refund.id, refund)
  if (behavior !== undefined)
    books.refundsToEnd.set(refund.id, {
      end: behavior === 'pending' ? 'succeeded' : 'failed',
      at: secondOf(books.clocks.billing) + daysUntilEnd * 24 * 3600,
    })
  refundCharge(charge, amount)
  recordEvent(books, 'refund.created', refund)
  recordEvent(books, 'charge.refunded', charge)
  return refund
}

const chargeToRefund = (books: Books, params: Params): Stripe.Charge => {
  const [intentId, chargeId] = [textParam(params, 'payment_intent'), textParam(params, 'charge')]
  if (intentId === undefined && chargeId === undefined)
    throw invalidRequestError(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = intentId === undefined ? undefined : books.paymentIntents.get(intentId)
  if (intentId !== undefined && intent === undefined)
    throw missingObjectError('payment_intent', intentId, 'payment_intent')
  const id = chargeId ?? (intent?.latest_charge as string | null) ?? ''
  const charge = books.charges.get(id)
  if (charge === undefined || !charge.captured)
    throw invalidRequestError(`This PaymentIntent (${intentId ?? id}) does not have a successful charge to refund.`, {
      code: 'charge_not_refundable',
    })
  return charge
}

const isRefundable = (books: Books, charge: Stripe.Charge): boolean =>
  [...books.disputes.values()].every(
    (dispute) => dispute.charge !== charge.id || dispute.is_charge_refundable || dispute.status === 'won',
  )

const refundCharge = (charge: Stripe.Charge, amount: number): void => {
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
}

/** How many days of the billing clock pass until a pending refund succeeds by itself, or a failing one fails. */
const daysUntilEnd = 1

/** Ends the refunds that are due. */
export const endDueRefunds = (books: Books): void => {
  for (const [id, { end, at }] of books.refundsToEnd)
    if (secondOf(books.clocks.billing) >= at) endRefund(books, id, end)
}

/** Ends a refund after its creation: a pending one may succeed, and any may fail, which returns the money to the merchant. */
export const endRefund = (books: Books, id: string, end: 'succeeded' | 'failed'): Stripe.Refund => {
  const refund = retrieveRefund(books, {}, id)
  if (refund.status === 'failed' || refund.status === 'canceled') throw new Error(`${id} has ended already.`)
  books.refundsToEnd.delete(id)
  refund.status = end
  if (end === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card'
    refund.failure_balance_transaction = recordBalanceMovement(books, {
      type: 'refund_failure',
      source: id,
      amount: refund.amount,
      fee: 0,
      currency: refund.currency,
    }).id
    const charge = books.charges.get(String(refund.charge))
    if (charge !== undefined) refundCharge(charge, -refund.amount)
  }
  recordEvent(books, end === 'failed' ? 'refund.failed' : 'refund.updated', refund)
  return refund
}

/** `POST /v1/refunds/:id`: only its metadata can be changed. */
export const updateRefund = (books: Books, params: Params, id: string): Stripe.Refund => {
  refuseUnknownParams(params, ['metadata'])
  const refund = retrieveRefund(books, {}, id)
  refund.metadata = metadataOf(params, refund.metadata ?? {})
  return refund
}

/** `GET /v1/refunds/:id` */
export const retrieveRefund = (books: Books, _: Params, id: string): Stripe.Refund => {
  const refund = books.refunds.get(id)
  if (refund === undefined) throw missingObjectError('refund', id)
  return refund
}
