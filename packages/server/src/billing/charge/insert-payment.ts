import { isUniqueViolation } from '@billing-checkout/database/errors'
import type { PaymentMethod, PaymentTokenType } from '@billing-checkout/contract'
import { type DiscountTerms, foldText, paymentAfter, type RateTable, type RiskRule } from '@billing-checkout/domain'
import { toUsd } from '../../exchange/to-usd.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { emailOfBuyer } from '../quotes/trial-history.ts'
import type { Billing } from '../billing.ts'
import { fingerprintOf, type ChargeDraft, type RecordedCharge } from '../charge-input/charge-draft.ts'
import { taxOfSale } from '../charge-input/tax-of-sale.ts'
import { hashAddress } from '../checks/declines-of-address.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { statusReason, paymentColumns } from '../payments/update-payment.ts'

/** The facts about a new payment that its charge draft does not contain. */
export interface NewPayment {
  readonly paymentId: string
  readonly claimId: string
  /** The method as the payment shows it. */
  readonly method: PaymentMethod | null
  /** The rule that blocks the payment, if any. */
  readonly blockedBy: RiskRule | undefined
  /** The part of the customer's credit that the payment spends, in minor units. */
  readonly creditAmount: number
}

/**
 * Inserts the row of a payment that will be charged, or that a rule has blocked. If the claim, session, subscription or plan already has
 * an unfinished or paid payment, a unique index refuses the row and this throws `payment_in_progress`.
 */
export const insertPayment = (
  billing: Billing,
  work: Write,
  charge: RecordedCharge,
  { paymentId, claimId, method, blockedBy, creditAmount }: NewPayment,
): PaymentRow => {
  const row: PaymentRow = {
    organizationId: work.organizationId,
    id: paymentId,
    claimId,
    creditAmount,
    discountId: blockedBy === undefined ? (redeemedDiscount(charge.view)?.id ?? null) : null,
    linkId: blockedBy === undefined ? (charge.view.session?.linkId ?? null) : null,
    ...partiesOf(charge),
    ...moneyOf(work, charge, billing.rates.latest(billing.wallClock(), billing.mode)),
    ...methodOf(charge, method),
    ...firstStatus(blockedBy),
    ...noOutcomeYet,
    foldedEmail: emailUsedForOffer(charge),
    addressHash: charge.address === null ? null : hashAddress(billing, charge.address),
    metadata: charge.metadata,
    statementDescriptor: charge.statementDescriptor,
    consent: charge.consent,
    createdAt: work.now,
    updatedAt: work.now,
    searchText: searchText(paymentId, charge),
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
export const redeemedDiscount = ({ terms, subscription }: RecordedCharge['view']): DiscountTerms | undefined =>
  subscription === undefined ? terms.discount : undefined

/** The buyer's e-mail address, if this sale starts a trial or redeems a discount, so that a later sale finds that use; null otherwise. */
const emailUsedForOffer = ({ view, customer }: RecordedCharge): string | null => {
  const email = emailOfBuyer(view.session, customer)
  const isOffer = view.purpose === 'subscribe' && view.quote.withTrial
  return email !== null && (isOffer || redeemedDiscount(view) !== undefined) ? foldText(email) : null
}

/** The payer, the purchase and the session. */
const partiesOf = ({ view, customer, sessionId, type }: RecordedCharge) =>
  ({
    sessionId,
    customerId: customer.id,
    planId: view.plan.id,
    planGroup: view.plan.planGroup,
    subscriptionId: view.subscription?.id ?? null,
    purpose: view.purpose,
    paymentType: type,
  }) satisfies Partial<PaymentRow>

/** The amount and its tax, both also in US dollars, and the exchange rate between them. */
const moneyOf = ({ now }: Write, { view: { quote } }: RecordedCharge, rates: RateTable | undefined) => {
  const { amount, currency } = quote.draft.dueNow
  const usd = toUsd(amount, currency, rates)
  return {
    amount,
    currencyCode: currency,
    lines: quote.draft.lines,
    amountUsd: usd?.amountUsd ?? null,
    exchange: usd && { date: usd.date, source: usd.source, usdPerUnit: usd.usdPerUnit },
    tax: taxOfSale(quote, { now, rates }),
  } satisfies Partial<PaymentRow>
}

const methodOf = ({ method }: RecordedCharge, shown: PaymentMethod | null) =>
  ({
    paymentMethodId: method?.kind === 'stored' ? method.row.id : null,
    paymentMethod: shown,
    paymentTokenType: method && tokenTypeOf(method),
    fingerprint: method && fingerprintOf(method),
  }) satisfies Partial<PaymentRow>

const tokenTypeOf = (method: ChargeDraft['method']): PaymentTokenType => {
  if (method.kind === 'typed' && method.charged.kind === 'typed_card') return 'CARD_PAN'
  return method.kind === 'wallet' && method.charged.kind === 'wallet_token' ? 'NETWORK_TOKEN' : 'PROCESSOR_TOKEN'
}

const firstStatus = (blockedBy: RiskRule | undefined): Pick<PaymentRow, 'paymentStatus' | 'statusReason'> =>
  blockedBy === undefined
    ? { paymentStatus: 'PENDING', statusReason: null }
    : {
        paymentStatus: paymentAfter('PENDING', 'blocked'),
        statusReason: statusReason('blocked', 'blocked_by_rule', `The rule "${blockedBy.name}" blocked this payment.`),
      }

/** Columns that only the processor's answer, a settlement or a refund sets. */
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
const searchText = (paymentId: string, { customer, statementDescriptor, view }: RecordedCharge): string =>
  foldText(
    [
      paymentId,
      statementDescriptor,
      customer.id,
      customer.externalId,
      customer.fullName,
      customer.email,
      customer.phone,
      view.subscription?.id,
    ]
      .filter((text) => text != null)
      .join(' '),
  )
