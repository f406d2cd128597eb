import type { AccountType, Payment, PaymentMethod } from '@billing-checkout/contract'
import { customerCreditIn, paymentAfter } from '@billing-checkout/domain'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import type { PaymentRelations } from '../../presenters/payments/present-payment.ts'
import { presentPaymentMethod } from '../../presenters/customers/present-payment-method.ts'
import { presentSubscription } from '../../presenters/subscriptions/present-subscription.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { OpenedPayment } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf, type RecordedCharge } from '../charge-input/charge-draft.ts'
import { oweEmailOfPayment } from '../emails/owe-email-of-payment.ts'
import { applyPaidPurpose, type HowPaid } from '../outcomes/apply-paid-purpose.ts'
import { capturedColumns, updatePayment, statusReason } from '../payments/update-payment.ts'
import { takeRedemption } from '../discounts/redemptions.ts'
import { takeUse } from '../links/link-uses.ts'
import { countDecline } from '../checks/declines-of-address.ts'
import { findBlockingRule } from '../checks/find-blocking-rule.ts'
import { takeCustomerCredit } from '../customers/customer-credit.ts'
import { refuseErased } from '../customers/record-customer.ts'
import { emailOfBuyer } from '../quotes/trial-history.ts'
import { addressOf } from './authorize-request.ts'
import { findOrMakeClaim } from './find-or-make-claim.ts'
import { insertPayment, redeemedDiscount } from './insert-payment.ts'
import { openAuthorization } from './open-authorization.ts'

/**
 * Records a payment before any money can move: the claim, the PENDING payment, its event, and the attempt with the reference for the
 * processor (DECISIONS 3). A payment that a rule blocks has no attempt.
 */
export const openPayment = async (billing: Billing, work: Write, charge: ChargeDraft): Promise<OpenedPayment> => {
  refuseErased(charge.customer)
  const blockedBy = await findBlockingRule(billing, work, charge)
  if (blockedBy === undefined) {
    await takeUse(work, charge.view.session?.linkId)
    await redeem(work, charge, fingerprintOf(charge.method))
  }
  const paymentId = newId('pay', work)
  const claimId = charge.claimId ?? (await findOrMakeClaim(work, charge))
  const method = presentMethod(work, charge)
  const creditAmount = charge.claimId === null ? customerCreditIn(charge.view.quote.draft) : 0
  const row = insertPayment(billing, work, charge, { paymentId, claimId, method, blockedBy, creditAmount })
  // The customer's credit for a renewal was spent when the renewal's claim was made.
  if (blockedBy === undefined && charge.claimId === null) await takeCreditFor(work, charge, paymentId)
  const payment = await presentLockedPayment(work, row, relationsOf(charge))
  recordEvent(work, 'payment.created', payment)
  if (blockedBy === undefined) return openAuthorization(billing, work, charge, { paymentId, method })
  countDecline(billing, work, charge.address)
  return { paymentId, ended: payment }
}

/**
 * Records a purchase that costs nothing now and needs no payment method, and applies its purpose immediately, for example opens the
 * subscription. This calls no processor. The payment settles one day later by the billing clock, like every payment of 0.
 */
export const openFreePayment = async (
  billing: Billing,
  work: Write,
  charge: Omit<RecordedCharge, 'method'>,
  /** The metadata of the subscription that the payment opens, if no session contains it. */
  { metadata }: Pick<HowPaid, 'metadata'> = {},
): Promise<Extract<OpenedPayment, { readonly ended: Payment }>> => {
  refuseErased(charge.customer)
  await takeUse(work, charge.view.session?.linkId)
  await redeem(work, charge, null)
  const paymentId = newId('pay', work)
  const claimId = await findOrMakeClaim(work, charge)
  const recorded = { ...charge, method: null }
  const row = insertPayment(billing, work, recorded, {
    paymentId,
    claimId,
    method: null,
    blockedBy: undefined,
    creditAmount: customerCreditIn(charge.view.quote.draft),
  })
  await takeCreditFor(work, charge, paymentId)
  recordEvent(work, 'payment.created', await presentLockedPayment(work, row, relationsOf(charge)))
  const paid = updatePayment(work, row, {
    ...capturedColumns(work, paymentAfter(row.paymentStatus, 'authorized')),
    statusReason: statusReason('approved', null, null),
  })
  const { payment, subscription = null } = await applyPaidPurpose(work, paid, null, {
    mayBeDouble: false,
    metadata,
  })
  oweEmailOfPayment(work, payment, subscription)
  const shown = await presentLockedPayment(work, payment, { customer: charge.customer, refunds: [] })
  recordEvent(work, 'payment.updated', shown)
  return { paymentId, ended: shown }
}

/** Redeems the discount of a sale. A charge of an existing subscription redeems no discount. */
const redeem = async (
  work: Write,
  { customer, view, sessionId }: Pick<RecordedCharge, 'customer' | 'view' | 'sessionId'>,
  fingerprint: string | null,
): Promise<void> => {
  const discount = redeemedDiscount(view)
  if (discount === undefined) return
  const email = emailOfBuyer(view.session, customer)
  await takeRedemption(work, { discountId: discount.id, sessionId, customerId: customer.id, email, fingerprint })
}

const takeCreditFor = (
  work: Write,
  { customer, view }: Pick<ChargeDraft, 'customer' | 'view'>,
  paymentId: string,
): Promise<void> => takeCustomerCredit(work, { customerId: customer.id, spender: paymentId }, view.quote.draft)

/**
 * The rows related to the payment that are already loaded. They include the subscription only if neither this charge nor a scheduled change
 * gives it another plan.
 */
const relationsOf = ({
  customer,
  view: { plan, subscription },
}: Pick<ChargeDraft, 'customer' | 'view'>): Partial<PaymentRelations> => ({
  customer,
  refunds: [],
  ...(subscription?.planId === plan.id &&
    subscription.scheduledPlanId === null && { subscription: presentSubscription(subscription, { plan, customer }) }),
})

const presentMethod = (work: Write, { method }: ChargeDraft): PaymentMethod | null => {
  if (method.kind === 'stored') return presentPaymentMethod(method.row)
  const newMethod = { id: newId('pm', work), billing_address: addressOf(method) }
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
