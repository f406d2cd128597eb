import type { AccountType, PaymentMethod } from '@billing-checkout/contract'
import { customerCreditSpentBy, unknownCountry, paymentStatusAfter } from '@billing-checkout/domain'
import { presentPaymentMethod } from '../../presenters/customers/present-payment-method.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import type { PaymentRelations } from '../../presenters/payments/present-payment.ts'
import { presentSubscription } from '../../presenters/subscriptions/present-subscription.ts'
import { claimsOfSession, insertClaim, type OwedClaim } from '../../store/entities/claims.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { KeyedRequest } from '../../store/requests/request-identity.ts'
import { answerKeys, reserveKey } from '../../store/requests/save-idempotent-response.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { EndedPayment, OpenedPayment } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf, type SaleDraft, type QuotedSale } from '../charge-input/charge-draft.ts'
import { isSameQuotedState, quotedStateOf } from '../charge-input/quoted-state.ts'
import { recordDecline } from '../checks/declines-of-address.ts'
import { findBlockingRule } from '../checks/find-blocking-rule.ts'
import { spendCustomerCredit } from '../customers/customer-credit.ts'
import { refuseErased } from '../customers/record-customer-updated.ts'
import { redeemDiscount } from '../discounts/redemptions.ts'
import { oweEmailOfPayment } from '../emails/owe-email-of-payment.ts'
import { countLinkUse } from '../links/link-uses.ts'
import { applyPaidPurpose, type PaidPurposeOptions } from '../outcomes/apply-paid-purpose.ts'
import { capturedColumns, statusReason, updatePayment } from '../payments/update-payment.ts'
import { emailOfBuyer } from '../quotes/trial-history.ts'
import { insertPayment, type NewPayment, redeemedDiscount } from './insert-payment.ts'
import { billingAddressOf, openAuthorization } from './open-authorization.ts'

/**
 * Records a payment before any money can move: the claim, the PENDING payment (see `insert-payment.ts`), its event, and the attempt with
 * the reference (DECISIONS 3). The caller holds the locks of the sale. If another payment for the same thing is nevertheless unfinished, a
 * unique index refuses this payment. A payment that a rule blocks has no attempt.
 */
export const openPayment = async (billing: Billing, work: Write, charge: ChargeDraft): Promise<OpenedPayment> => {
  refuseErased(charge.customer)
  const blockedBy = await findBlockingRule(billing, work, charge)
  const { row, shownMethod, payment } = await recordPayment(billing, work, charge, { ...charge, blockedBy })
  if (blockedBy === undefined)
    return openAuthorization(billing, work, charge, { paymentId: row.id, method: shownMethod })
  recordDecline(billing, work, charge.address)
  return { paymentId: row.id, ended: payment }
}

/**
 * Records a purchase that costs nothing now and needs no payment method, and applies its purpose immediately, for example opens the
 * subscription. This calls no processor. The payment settles one day later by the billing clock, like every payment of 0.
 */
export const openFreePayment = async (
  billing: Billing,
  work: Write,
  sale: SaleDraft,
  /** The metadata of the subscription that the payment opens, if no session contains it. */
  { metadata }: Pick<PaidPurposeOptions, 'metadata'> = {},
): Promise<EndedPayment> => {
  refuseErased(sale.customer)
  const { row } = await recordPayment(billing, work, sale, { claimId: null, method: null, blockedBy: undefined })
  const paid = updatePayment(work, row, {
    ...capturedColumns(work, paymentStatusAfter(row.paymentStatus, 'authorized')),
    statusReason: statusReason('approved', null, null),
  })
  const { payment, subscription = null } = await applyPaidPurpose(work, paid, null, { mayBeDuplicate: false, metadata })
  oweEmailOfPayment(work, payment, subscription)
  const shown = await presentLockedPayment(work, payment, { customer: sale.customer, refunds: [] })
  recordEvent(work, 'payment.updated', shown)
  return { paymentId: row.id, ended: shown }
}

/**
 * Records a payment. Unless a rule blocks the payment, this also counts a use of the payment link, redeems the discount and spends the
 * customer's credit. The credit of a renewal was already spent when the claim was made.
 */
const recordPayment = async (
  billing: Billing,
  work: Write,
  sale: SaleDraft,
  { claimId: given, method, blockedBy }: Pick<NewPayment, 'method' | 'blockedBy'> & Pick<ChargeDraft, 'claimId'>,
) => {
  const { customer, quotedSale } = sale
  if (blockedBy === undefined) {
    await countLinkUse(work, quotedSale.session?.linkId)
    await redeem(work, sale, method && fingerprintOf(method))
  }
  const paymentId = newId('pay', work)
  const claimId = given ?? (await findOrMakeClaim(work, sale))
  const shownMethod = method && presentMethod(work, method)
  const { draft } = quotedSale.quote
  const creditAmount = given === null ? customerCreditSpentBy(draft) : 0
  const row = insertPayment(billing, work, sale, { paymentId, claimId, method, shownMethod, blockedBy, creditAmount })
  if (blockedBy === undefined && given === null)
    await spendCustomerCredit(work, { customerId: customer.id, spender: paymentId }, draft)
  const payment = await presentLockedPayment(work, row, relationsOf(sale))
  recordEvent(work, 'payment.created', payment)
  return { row, shownMethod, payment }
}

/**
 * Reserves the idempotency key of a request for the payment that the request began. If the payment has ended already, stores the answer.
 * Returns the payment.
 */
export const reserveIdempotencyKey = (work: Write, call: KeyedRequest, opened: OpenedPayment): OpenedPayment => {
  reserveKey(work, call, opened.paymentId)
  if ('ended' in opened) answerKeys(work, opened.paymentId, opened.ended)
  return opened
}

/** Redeems the discount of a sale. A charge of an existing subscription redeems no discount. */
const redeem = async (
  work: Write,
  { customer, quotedSale, sessionId }: SaleDraft,
  fingerprint: string | null,
): Promise<void> => {
  const discount = redeemedDiscount(quotedSale)
  if (discount === undefined) return
  const email = emailOfBuyer(quotedSale.session, customer)
  await redeemDiscount(work, { discountId: discount.id, sessionId, customerId: customer.id, email, fingerprint })
}

/**
 * The rows related to the payment that are already loaded. They include the subscription only if neither this charge nor a scheduled change
 * gives it another plan.
 */
const relationsOf = ({ customer, quotedSale: { plan, subscription } }: SaleDraft): Partial<PaymentRelations> => ({
  customer,
  refunds: [],
  ...(subscription?.planId === plan.id &&
    subscription.scheduledPlanId === null && { subscription: presentSubscription(subscription, { plan, customer }) }),
})

const presentMethod = (work: Write, method: ChargeDraft['method']): PaymentMethod | null => {
  if (method.kind === 'stored') return presentPaymentMethod(method.row)
  const newMethod = { id: newId('pm', work), billing_address: billingAddressOf(method) }
  if (method.kind === 'typed') return { ...newMethod, type: method.type, details: method.details }
  return method.charged.kind === 'account' ? { ...newMethod, ...unknownAccounts[method.charged.type] } : null
}

/** What a payment shows of a wallet account until the account's holder approves the payment: only the type. */
const unknownAccounts = {
  PAYPAL: {
    type: 'PAYPAL',
    details: { payer_info: { email: null, first_name: null, last_name: null, payer_id: null } },
  },
  VENMO: { type: 'VENMO', details: { username: null } },
  CASHAPP: { type: 'CASHAPP', details: { cashtag: null } },
} as const satisfies Record<AccountType, object>

/**
 * Finds or inserts the claim that a charge pays. Each owed sum has one claim. If the same customer pays the same session again on the same
 * terms, the new payment pays that claim.
 */
const findOrMakeClaim = async (work: Write, sale: SaleDraft): Promise<string> => {
  const { sessionId, customer, quotedSale } = sale
  const { plan, subscription } = quotedSale
  const found = await findClaim(work, sale)
  const created = {
    kind: sessionId === null ? 'merchant' : 'checkout',
    customerId: customer.id,
    planId: plan.id,
    subscriptionId: subscription?.id ?? null,
    sessionId,
    periodStart: null,
  } as const
  return (found ?? insertClaim(work, { ...created, quote: frozenClaim(quotedSale) })).id
}

const findClaim = async (
  { find }: Write,
  { sessionId, quotedSale, customer, earlierClaims }: SaleDraft,
): Promise<OwedClaim | undefined> => {
  if (sessionId === null) return undefined
  const claims = earlierClaims ?? (await find(claimsOfSession, [sessionId]))
  const { countryOfSale } = countryOfNewSale(quotedSale)
  const state = quotedStateOf(quotedSale)
  return claims.find(
    ({ customerId, quote }) =>
      quote.countryOfSale === countryOfSale &&
      quote.hash === quotedSale.quote.hash &&
      customerId === customer.id &&
      isSameQuotedState(quote.quotedOn, state),
  )
}

const frozenClaim = (sold: QuotedSale): FrozenClaim => {
  const { draft, later, hash, withTrial, tax, paidTax, creditsUnusedTime, discount } = sold.quote
  return {
    hash,
    terms: sold.terms,
    withTrial,
    draft,
    later,
    tax,
    balanceBefore: sold.subscription?.balanceAmount ?? 0,
    paidTax,
    creditsUnusedTime,
    quotedOn: quotedStateOf(sold),
    ...countryOfNewSale(sold),
    ...(discount && { discount }),
  }
}

/** The country that sets the price of a new subscription or payment. A running subscription keeps its country of sale. */
const countryOfNewSale = ({ subscription, country }: QuotedSale): Pick<FrozenClaim, 'countryOfSale'> =>
  subscription === undefined ? { countryOfSale: country ?? unknownCountry } : {}
