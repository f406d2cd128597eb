import type { AccountType, PaymentMethod, PaymentTokenType } from '@billing-checkout/contract'
import { paymentAfter, type RiskRule } from '@billing-checkout/domain'
import { randomUUID } from 'node:crypto'
import { toUsd } from '../../exchange/to-usd.ts'
import type { PaymentRelations } from '../../presenters/present-payment.ts'
import { presentPaymentMethod } from '../../presenters/present-payment-method.ts'
import { presentSubscription } from '../../presenters/present-subscription.ts'
import { isUniqueViolation } from '../../store/engine/is-unique-violation.ts'
import { presentLockedPayment } from '../../presenters/load-payments.ts'
import { recordEvent } from '../../store/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { AttemptNotes } from '../../store/schema/attempts.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import { newId, type Write } from '../../store/write.ts'
import { actionUrl } from '../action-url.ts'
import { addressOf, authorizeRequest } from './authorize-request.ts'
import type { Billing } from '../billing.ts'
import { countDecline } from '../checks/count-outcome.ts'
import { deriveReference } from '../attempts/derive-reference.ts'
import { findBlockingRule } from '../checks/find-blocking-rule.ts'
import { hashAddress } from '../checks/hash-address.ts'
import { paymentInProgress } from '../checks/payment-in-progress.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { openAttempt, type OpenedPayment } from '../attempts/open-attempt.ts'
import { nowhere } from '../quotes/price-country.ts'
import { isSameBasis, quotedOn } from '../charge-input/quoted-on.ts'
import { fingerprintOf, type ChargeDraft } from '../charge-input/charge-draft.ts'
import { statusReason } from '../payments/status-reason.ts'
import { taxOfSale } from '../charge-input/tax-of-sale.ts'
import { paymentColumns } from '../payments/update-payment.ts'

/**
 * Writes a payment down before any money can move: the claim it pays, the PENDING payment, the attempt with its key for
 * the processor, and the event (DECISIONS 3). The schema refuses a second unfinished or paid payment of the same
 * claim, session, subscription or plan; that is answered with `payment_in_progress`.
 */
export const openPayment = async (billing: Billing, work: Write, sale: ChargeDraft): Promise<OpenedPayment> => {
  const blockedBy = await findBlockingRule(billing, work, sale)
  const paymentId = newId('pay', work)
  const attemptId = newId('att', work)
  const claimId = sale.claimId ?? (await findOrMakeClaim(work, sale))
  const method = presentMethod(work, sale)
  const row = insertPayment(billing, work, sale, { paymentId, claimId, method, blockedBy })
  const payment = await presentLockedPayment(work, row, companyOf(sale))
  recordEvent(work, 'payment.created', payment)
  if (blockedBy !== undefined) {
    await countDecline(billing, work, sale.address)
    return { paymentId, blocked: payment }
  }
  const actionId = sale.type === 'CIT' ? randomUUID() : undefined
  const { reference, preimage } = deriveReference(
    work.organizationId,
    sale.reference ?? ['merchant without key', attemptId],
  )
  const request = {
    ...authorizeRequest(work, sale, reference, method),
    returnUrl: actionId === undefined ? null : actionUrl(billing, actionId, 'return'),
  }
  const vaultId = await keepCard(billing, work, sale)
  const notes = {
    ...(sale.address !== null && { address: sale.address }),
    ...(vaultId !== undefined && { vaultId }),
    ...walletNote(work, sale, method),
    ...(sale.besideChallenge && { besideChallenge: sale.besideChallenge }),
  }
  return openAttempt(billing, work, {
    paymentId,
    attemptId,
    customerId: sale.customer.id,
    exclusiveNames: exclusiveNames(sale),
    connection: connectionOf(billing, sale),
    call: { kind: 'authorize', request },
    preimage,
    asked: sale.asked,
    notes,
    actionId,
    callsAtOnce: sale.callsAtOnce,
  })
}

/** The connection to charge over; a stored method is only ever charged where it was stored. */
const connectionOf = ({ processors }: Billing, { method }: ChargeDraft): string =>
  method.kind === 'stored' ? method.row.connection : processors.forNewMethods.id

/**
 * The names to lock when the charge is finished together with others. A checkout's charge locks more and is finished in a
 * transaction of its own.
 */
const exclusiveNames = ({ sessionId, customer, view: { subscription } }: ChargeDraft): readonly string[] | undefined =>
  sessionId === null ? lockNamesOf({ customerId: customer.id, subscriptionId: subscription?.id ?? null }) : undefined

/** The related rows of the new payment that are loaded already. A subscription that stays on its plan can be presented as it is. */
const companyOf = ({ customer, view: { plan, subscription } }: ChargeDraft): Partial<PaymentRelations> => ({
  customer,
  latestRefund: null,
  ...(subscription?.planId === plan.id && { subscription: presentSubscription(subscription, plan) }),
})

/** Stores the card in the vault before it is charged, when the processor stores no cards and will have to be sent it again. */
const keepCard = async (
  { processors, vault }: Billing,
  work: Write,
  sale: ChargeDraft,
): Promise<string | undefined> => {
  if (!processors.forNewMethods.needsCardNumber || !sale.store || sale.method.kind !== 'typed') return undefined
  const { cvc: _, ...card } = sale.method.card
  const id = newId('card', work)
  await vault.keep(work.db, { organizationId: work.organizationId, id }, card, work.now)
  return id
}

/** There is one claim for every sum owed: a session that is paid again by the same customer on the same terms pays the same claim. */
const findOrMakeClaim = async (work: Write, sale: ChargeDraft): Promise<string> => {
  const { view, sessionId } = sale
  const basis = quotedOn(view)
  const { draft, later, hash, withTrial, tax } = view.quote
  const earlier =
    sessionId === null
      ? []
      : await work.db
          .selectFrom('claims')
          .select(['id', 'customerId', 'quote'])
          .where('sessionId', '=', sessionId)
          .execute()
  const country = view.subscription === undefined ? { countryOfSale: view.country ?? nowhere } : {}
  const same = earlier
    .filter(({ quote }) => quote.countryOfSale === country.countryOfSale)
    .find(
      ({ customerId, quote }) =>
        quote.hash === hash && customerId === sale.customer.id && isSameBasis(quote.quotedOn, basis),
    )
  if (same !== undefined) return same.id
  const id = newId('claim', work)
  work.insert('claims', {
    id,
    kind: sessionId === null ? 'merchant' : 'checkout',
    customerId: sale.customer.id,
    planId: view.plan.id,
    subscriptionId: view.subscription?.id ?? null,
    sessionId,
    periodStart: null,
    amount: draft.dueNow.amount,
    currencyCode: draft.dueNow.currency,
    quote: JSON.stringify({
      hash,
      terms: view.terms,
      withTrial,
      draft,
      ...(sessionId !== null && { later }),
      tax,
      ...(view.subscription && {
        balanceBefore: view.subscription.balanceAmount,
        paidTax: view.quote.paidTax,
        quotedOn: basis!,
      }),
      ...country,
    } satisfies FrozenClaim),
    createdAt: work.now,
  })
  return id
}

const presentMethod = (work: Write, { method }: ChargeDraft): PaymentMethod | null => {
  if (method.kind === 'stored') return presentPaymentMethod(method.row)
  const known = { id: newId('pm', work), billing_address: addressOf(method) }
  if (method.kind === 'typed') return { ...known, type: 'CARD', details: method.details }
  return method.charged.kind === 'account' ? { ...known, ...unknownAccounts[method.charged.type] } : null
}

/** What a payment shows of an account before its holder has approved: only its kind. */
const unknownAccounts = {
  PAYPAL: {
    type: 'PAYPAL',
    details: { payer_info: { email: null, first_name: null, last_name: null, payer_id: null } },
  },
  VENMO: { type: 'VENMO', details: { username: null } },
  CASHAPP: { type: 'CASHAPP', details: { cashtag: null } },
} as const satisfies Record<AccountType, object>

const walletNote = (
  work: Write,
  { method }: ChargeDraft,
  presented: PaymentMethod | null,
): Pick<AttemptNotes, 'wallet'> =>
  method.kind === 'wallet'
    ? { wallet: { id: presented?.id ?? newId('pm', work), type: method.type, billingAddress: addressOf(method) } }
    : {}

interface OpenedIds {
  readonly paymentId: string
  readonly claimId: string
  readonly method: PaymentMethod | null
  readonly blockedBy: RiskRule | undefined
}

const insertPayment = (
  billing: Billing,
  work: Write,
  sale: ChargeDraft,
  { paymentId, claimId, method, blockedBy }: OpenedIds,
): PaymentRow => {
  const { view, customer } = sale
  const { draft } = view.quote
  const { amount, currency } = draft.dueNow
  const rates = billing.rates.latest(billing.wallClock(), billing.mode)
  const usd = toUsd(amount, currency, rates)
  const row: PaymentRow = {
    organizationId: work.organizationId,
    id: paymentId,
    claimId,
    sessionId: sale.sessionId,
    customerId: customer.id,
    planId: view.plan.id,
    subscriptionId: view.subscription?.id ?? null,
    paymentMethodId: sale.method.kind === 'stored' ? sale.method.row.id : null,
    purpose: view.purpose,
    amount,
    collectedAmount: null,
    amountUsd: usd?.amountUsd ?? null,
    currencyCode: currency,
    exchange: usd && { date: usd.date, source: usd.source, usdPerUnit: usd.usdPerUnit },
    paymentStatus: blockedBy === undefined ? 'PENDING' : paymentAfter('PENDING', 'blocked'),
    paymentType: sale.type,
    paymentTokenType: tokenTypeOf(sale.method),
    paymentMethod: method,
    fingerprint: fingerprintOf(sale.method),
    addressHash: sale.address === null ? null : hashAddress(billing, sale.address),
    metadata: sale.metadata,
    statementDescriptor: sale.statementDescriptor,
    refundedAmount: 0,
    avsCheck: null,
    cvcCheck: null,
    paymentDetails: null,
    processor: null,
    statusReason:
      blockedBy === undefined
        ? null
        : statusReason('blocked', 'blocked_by_rule', `The rule "${blockedBy.name}" blocked this payment.`),
    tax: taxOfSale(view.quote, { now: work.now, rates }),
    authentication: null,
    consent: sale.consent,
    settlesAt: null,
    createdAt: work.now,
    updatedAt: work.now,
    searchText: searchText(paymentId, sale),
  }
  work.insert('payments', paymentColumns(row), (error) =>
    isUniqueViolation(error) ? paymentInProgress('Another payment for the same thing') : error,
  )
  return row
}

const tokenTypeOf = (method: ChargeDraft['method']): PaymentTokenType => {
  if (method.kind === 'typed') return 'CARD_PAN'
  return method.kind === 'wallet' && method.charged.kind === 'wallet_token' ? 'NETWORK_TOKEN' : 'PROCESSOR_TOKEN'
}

/** The text that a search among payments looks in. */
const searchText = (paymentId: string, { customer, statementDescriptor, view }: ChargeDraft): string =>
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
    .join(' ')
    .toLowerCase()
