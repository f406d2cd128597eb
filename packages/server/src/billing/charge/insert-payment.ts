import type { PaymentMethod, PaymentTax, PaymentTokenType } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import {
  type DiscountTerms,
  foldText,
  mintId,
  paymentStatusAfter,
  type RateTable,
  type RiskRule,
} from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import { toUsd } from '../../exchange/to-usd.ts'
import { taxBreakdownOf } from '../../presenters/payments/tax-breakdown.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf, type SaleDraft, type QuotedSale } from '../charge-input/charge-draft.ts'
import { hashNetworkAddress } from '../checks/declines-of-address.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { paymentColumns, statusReason } from '../payments/update-payment.ts'
import type { SessionQuote } from '../quotes/resolve-session.ts'
import { emailOfBuyer } from '../quotes/trial-history.ts'

/** The facts about a new payment that the draft of its sale does not contain. */
export interface NewPayment {
  readonly paymentId: string
  readonly claimId: string
  /** Null for a purchase that costs nothing now and needs no method. */
  readonly method: ChargeDraft['method'] | null
  /** The method as the payment shows it. */
  readonly shownMethod: PaymentMethod | null
  /** The rule that blocks the payment, if any. */
  readonly blockedBy: RiskRule | undefined
  /** The part of the customer's credit that the payment spends, in minor units. */
  readonly creditAmount: number
}

/**
 * Inserts the row of a payment: one that will be charged, that is free, or that a rule has blocked. A unique index refuses the row, and
 * this throws `payment_in_progress`, if the claim or session already has an unfinished or paid payment. The same happens while the
 * subscription, or the customer for this plan or its group, has another unfinished payment.
 */
export const insertPayment = (
  billing: Billing,
  work: Write,
  sale: SaleDraft,
  { paymentId, claimId, method, shownMethod, blockedBy, creditAmount }: NewPayment,
): PaymentRow => {
  const { quotedSale, customer, address } = sale
  const row: PaymentRow = {
    organizationId: work.organizationId,
    id: paymentId,
    claimId,
    creditAmount,
    discountId: blockedBy === undefined ? (redeemedDiscount(quotedSale)?.id ?? null) : null,
    linkId: blockedBy === undefined ? (quotedSale.session?.linkId ?? null) : null,
    sessionId: sale.sessionId,
    customerId: customer.id,
    planId: quotedSale.plan.id,
    planGroup: quotedSale.plan.planGroup,
    subscriptionId: quotedSale.subscription?.id ?? null,
    purpose: quotedSale.purpose,
    paymentType: sale.type,
    ...moneyOf(work, quotedSale.quote, billing.rates.latest(billing.wallClock(), billing.mode)),
    paymentMethodId: method?.kind === 'stored' ? method.row.id : null,
    paymentMethod: shownMethod,
    paymentTokenType: method && tokenTypeOf(method),
    fingerprint: method && fingerprintOf(method),
    ...firstStatus(blockedBy),
    ...noOutcomeYet,
    foldedEmail: emailUsedForOffer(sale),
    addressHash: address === null ? null : hashNetworkAddress(billing, address),
    metadata: sale.metadata,
    statementDescriptor: sale.statementDescriptor,
    consent: sale.consent,
    createdAt: work.now,
    updatedAt: work.now,
    searchText: searchText(paymentId, sale),
  }
  work.insert('payments', paymentColumns(row), (error) =>
    isUniqueViolation(error) ? paymentInProgress('Another payment for the same thing') : error,
  )
  return row
}

/**
 * The discount that a sale redeems. A sale to an existing subscription redeems none, because the subscription redeemed its discount when it
 * began.
 */
export const redeemedDiscount = ({ terms, subscription }: QuotedSale): DiscountTerms | undefined =>
  subscription === undefined ? terms.discount : undefined

/**
 * The buyer's e-mail address, if this sale starts a trial or redeems a discount; null otherwise. So a later sale finds out that the address
 * has used the offer.
 */
const emailUsedForOffer = ({ quotedSale, customer }: SaleDraft): string | null => {
  const email = emailOfBuyer(quotedSale.session, customer)
  const isOffer = quotedSale.purpose === 'subscribe' && quotedSale.quote.withTrial
  return email !== null && (isOffer || redeemedDiscount(quotedSale) !== undefined) ? foldText(email) : null
}

/** The amount, its lines and its tax; the amount and the tax also in US dollars; and the exchange rate. */
const moneyOf = (work: Write, quote: SessionQuote, rates: RateTable | undefined) => {
  const { amount, currency } = quote.draft.dueNow
  const usd = toUsd(amount, currency, rates)
  const amountUsd = usd?.amountUsd ?? null
  return {
    amount,
    currencyCode: currency,
    lines: quote.draft.lines,
    amountUsd,
    exchange: usd && { date: usd.date, source: usd.source, usdPerUnit: usd.usdPerUnit },
    tax: taxOfSale(work, quote, amountUsd, rates),
  } satisfies Partial<PaymentRow>
}

const tokenTypeOf = (method: ChargeDraft['method']): PaymentTokenType => {
  if (method.kind === 'typed' && method.charged.kind === 'typed_card') return 'CARD_PAN'
  return method.kind === 'wallet' && method.charged.kind === 'wallet_token' ? 'NETWORK_TOKEN' : 'PROCESSOR_TOKEN'
}

const firstStatus = (blockedBy: RiskRule | undefined): Pick<PaymentRow, 'paymentStatus' | 'statusReason'> =>
  blockedBy === undefined
    ? { paymentStatus: 'PENDING', statusReason: null }
    : {
        paymentStatus: paymentStatusAfter('PENDING', 'blocked'),
        statusReason: statusReason('blocked', 'blocked_by_rule', `The rule "${blockedBy.name}" blocked this payment.`),
      }

/** The values, for a new payment, of the columns that are set later: by the processor's answer, a settlement, a refund or a dispute. */
const noOutcomeYet = {
  collectedAmount: null,
  refundedAmount: 0,
  disputedAmount: 0,
  avsCheck: null,
  cvcCheck: null,
  paymentDetails: null,
  processor: null,
  authentication: null,
  dueAt: null,
} as const satisfies Partial<PaymentRow>

/** The text that a search for payments matches. */
const searchText = (paymentId: string, { customer, statementDescriptor, quotedSale }: SaleDraft): string =>
  foldText(
    [
      paymentId,
      statementDescriptor,
      customer.id,
      customer.externalId,
      customer.fullName,
      customer.email,
      customer.phone,
      quotedSale.subscription?.id,
    ]
      .filter((text) => text != null)
      .join(' '),
  )

/**
 * A payment's tax when the payment is opened: calculated, not collected, or failed. Subtotal and tax add up to the amount, in its currency
 * and in US dollars, whether the price includes the tax or not. The tax calculator commits the tax under `transaction_id`, which the
 * payment shows from the start.
 */
const taxOfSale = (
  { now }: Write,
  { draft, tax }: SessionQuote,
  amountUsd: number | null,
  rates: RateTable | undefined,
): PaymentTax => {
  const { amount, currency } = draft.dueNow
  const taxUsd = toUsd(draft.tax.amount, currency, rates)?.amountUsd ?? null
  const calculated = tax.kind === 'calculated' ? tax : null
  return {
    amount_subtotal: amount - draft.tax.amount,
    amount_subtotal_usd: amountUsd === null || taxUsd === null ? null : amountUsd - taxUsd,
    amount_tax: draft.tax.amount,
    amount_tax_usd: taxUsd,
    behavior: calculated && calculated.rule.behavior,
    calculation_id: calculated && mintId('taxcalc', Date.parse(now), randomBytes(16)),
    status: calculated ? 'calculated' : tax.kind === 'failed' ? 'failed' : 'not_collected',
    transaction_id: calculated && mintId('taxtxn', Date.parse(now), randomBytes(16)),
    breakdown: taxBreakdownOf(draft),
    error: tax.kind === 'failed' ? tax.error : null,
    provider: calculated && calculated.provider,
  }
}
