import type { Stripe } from 'stripe'
import { type Books, type FakeMethod, newId, nowOf } from '../books.ts'
import { missingObjectError } from '../http/refusal.ts'
import type { Params } from '../http/read-form.ts'
import { feeOf, recordBalanceMovement } from './balance.ts'
import { openDispute } from './disputes.ts'
import { recordEvent } from './events.ts'
import { checksOf, fingerprintOf } from './payment-methods.ts'
import type { Decline } from './test-methods.ts'
import { chargedAccount } from './wallets/accounts-elsewhere.ts'

/** The result of a charge. */
export interface ChargeResult {
  readonly decline: Decline | null
  /** False if the money is only authorized. */
  readonly isCaptured: boolean
  /** True if the holder had to authenticate and did so. */
  readonly isAuthenticated: boolean
}

/** Charges a method for an intent; the charge succeeds or fails at once. */
export const makeCharge = (
  books: Books,
  intent: Stripe.PaymentIntent,
  kept: FakeMethod,
  result: ChargeResult,
): Stripe.Charge => {
  const { amount, currency } = intent
  const { decline, isCaptured } = result
  const isPaid = decline === null
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount,
    amount_captured: isPaid && isCaptured ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: kept.shown.billing_details,
    calculated_statement_descriptor: 'FAKE STRIPE',
    captured: isPaid && isCaptured,
    created: nowOf(books),
    currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: books.livemode,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: kept.shown.id,
    payment_method_details: detailsOf(kept, amount, result),
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  books.charges.set(charge.id, charge)
  if (charge.captured) settleCharge(books, charge)
  recordEvent(books, isPaid ? 'charge.succeeded' : 'charge.failed', charge)
  if (isPaid && kept.behavior.dispute !== undefined) openDispute(books, charge, kept.behavior.dispute)
  return charge
}

/** Starts settling a captured charge to the balance. */
export const settleCharge = (books: Books, charge: Stripe.Charge): void => {
  const { id, amount_captured: amount, currency } = charge
  charge.balance_transaction = recordBalanceMovement(books, {
    type: 'charge',
    source: id,
    amount,
    fee: feeOf(amount, currency),
    currency,
  }).id
}

const outcomeOf = (decline: Decline | null): Stripe.Charge.Outcome => ({
  advice_code: adviceOf(decline),
  network_advice_code: null,
  network_decline_code: networkCodeOf(decline),
  network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
  reason: decline === null ? null : (decline.decline_code ?? decline.code),
  risk_level: 'normal',
  risk_score: 20,
  seller_message: decline === null ? 'Payment complete.' : 'The bank did not return any further details.',
  type: decline === null ? 'authorized' : 'issuer_declined',
})

const neverAgain: ReadonlySet<string> = new Set(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent'])

/**
 * The issuer's advice with a decline; null without a decline, or if the issuer demands authentication, because Stripe then passes on no
 * advice.
 */
export const adviceOf = (decline: Decline | null): 'try_again_later' | 'do_not_try_again' | null => {
  if (decline === null || demandsAuthentication(decline)) return null
  if (decline.advice !== undefined) return decline.advice
  return neverAgain.has(decline.decline_code ?? decline.code) ? 'do_not_try_again' : 'try_again_later'
}

/** The network's decline code; null without a decline, or if the issuer demands authentication, because Stripe then passes on no code. */
export const networkCodeOf = (decline: Decline | null): string | null =>
  decline === null || demandsAuthentication(decline) ? null : '05'

const demandsAuthentication = ({ code }: Decline): boolean => code === 'authentication_required'

const detailsOf = (
  { shown, behavior }: FakeMethod,
  amount: number,
  { decline, isAuthenticated }: ChargeResult,
): Stripe.Charge.PaymentMethodDetails => {
  if (behavior.type !== 'card') return chargedAccount(behavior.type)
  const isPaid = decline === null
  return {
    type: 'card',
    card: {
      amount_authorized: isPaid ? amount : null,
      authorization_code: isPaid ? String(100_000 + Math.floor(Math.random() * 900_000)) : null,
      brand: behavior.brand,
      checks: checksOf(behavior),
      country: behavior.country,
      electronic_commerce_indicator: isAuthenticated ? '05' : null,
      exp_month: shown.card?.exp_month ?? 0,
      exp_year: shown.card?.exp_year ?? 0,
      fingerprint: fingerprintOf(behavior),
      funding: behavior.funding,
      installments: null,
      last4: behavior.last4,
      mandate: null,
      network: behavior.brand,
      network_token: { used: false },
      network_transaction_id: isPaid ? newId('ntx') : null,
      regulated_status: 'unregulated',
      three_d_secure: isAuthenticated
        ? {
            authentication_flow: 'challenge',
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: newId('3ds'),
            version: '2.2.0',
          }
        : null,
      transaction_link_id: null,
      wallet: walletOf(shown.card?.wallet ?? null),
    },
  }
}

const walletOf = (
  wallet: Stripe.PaymentMethod.Card.Wallet | null,
): Stripe.Charge.PaymentMethodDetails.Card.Wallet | null =>
  wallet && { type: wallet.type, dynamic_last4: wallet.dynamic_last4, [wallet.type]: {} }

/** `GET /v1/charges/:id` */
export const retrieveCharge = (books: Books, _: Params, id: string): Stripe.Charge => {
  const charge = books.charges.get(id)
  if (charge === undefined) throw missingObjectError('charge', id)
  return charge
}
