import type { Metadata, Subscription } from '@billing-checkout/contract'
import {
  type CreditEntry,
  discountAfterPaidPeriod,
  type FirstPeriods,
  firstPeriodsPaidAt,
  quantityOf,
  required,
  convertToTaxRule,
  convertLedgerToTaxRule,
  subscriptionStatusAfter,
} from '@billing-checkout/domain'
import { endsByCancellation } from '../../presenters/subscriptions/end-of-subscription.ts'
import { presentSubscription } from '../../presenters/subscriptions/present-subscription.ts'
import { findCustomer } from '../../store/entities/customers.ts'
import { findPlan } from '../../store/entities/plans.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { ClaimRow, CustomerRow, PaymentRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import type { FinishedPayment, PaidRows } from '../answered-attempt.ts'
import { lockPaidRows } from '../attempts/lock-attempt.ts'
import { isRenewalStillOwed, isQuotedStateCurrent } from '../charge-input/quoted-state.ts'
import { isBoughtMeanwhile } from '../checks/is-bought-meanwhile.ts'
import { type EntriesWithSpentCredit, withCustomerCredit } from '../customers/customer-credit.ts'
import { methodColumns } from '../customers/order-methods.ts'
import { discountColumnsAfterPaid, discountAsJson } from '../discounts/discount-after-change.ts'
import { endKeepLinks } from '../links/recovery-links.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { completeSession, endSession } from '../sessions/complete-session.ts'
import { columnsIfLastPeriod } from '../subscriptions/prepare-status-change.ts'
import { entriesColumn, entriesWithUnusedTime, ledgerOf, paidPartOfCost } from '../subscriptions/credit-ledger.ts'
import { nothingOwedColumns, renews } from '../subscriptions/end-subscription.ts'
import { markPeriodEndedEarly } from '../subscriptions/mark-period-ended-early.ts'
import { newCycleColumns, noScheduledChange, notCancelledColumns } from '../subscriptions/processed-columns.ts'
import { recordSubscriptionEvent, updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { columnsWithUndoStateIfConsented } from '../subscriptions/undo-state.ts'
import { recordPeriodPaidAfterAll, renewSubscription } from '../subscriptions/renew-subscription.ts'
import { priceColumnsOf } from '../subscriptions/plan-switch.ts'
import { withMetadata } from '../subscriptions/with-metadata.ts'
import { paidTaxColumn } from '../tax/paid-tax.ts'
import { attachChargedMethod, type MethodToken } from './attach-method.ts'

/** A payment after its purpose was applied. */
export interface AppliedPayment extends FinishedPayment {
  /** False if the purchase is no longer wanted, so that the money has to be refunded or voided. */
  readonly isWanted: boolean
}

/** Options of {@link applyPaidPurpose}. */
export interface PaidPurposeOptions {
  /** Whether another request with the same e-mail address may have paid for the same thing since the payment began. */
  readonly mayBeDuplicate: boolean
  /** The result of {@link lockPaidRows}, if the caller has it. */
  readonly paidRows?: PaidRows | undefined
  /** The metadata of the subscription that a payment without a session opens. */
  readonly metadata?: Metadata | undefined
}

/**
 * Applies the purpose of a paid payment in the transaction that records it as paid. Completes the session, stores the charged method, and
 * opens, restarts or renews the subscription. The payment is unwanted if another payment bought the same thing in the meantime, or if the
 * subscription has changed since the quote. The caller then gives the money back. Unless the caller has locked the session, subscription,
 * customer and method (`paidRows`), this locks them.
 */
export const applyPaidPurpose = async (
  work: Write,
  payment: PaymentRow,
  token: MethodToken | null,
  { mayBeDuplicate, paidRows, metadata: given }: PaidPurposeOptions,
): Promise<AppliedPayment> => {
  const { sessionId } = payment
  if (mayBeDuplicate && sessionId !== null && (await isBoughtMeanwhile(work, payment))) {
    endSession(work, sessionId)
    return { payment, isWanted: false }
  }
  const { claim, checkout, subscription, sameCard, newSubscription } = paidRows ?? (await lockPaidRows(work, payment))
  if (purposesCheckedAgainstQuote.has(payment.purpose)) {
    const { quote } = required(claim, 'claim', payment.claimId)
    const changed = required(subscription, 'subscription of payment', payment.id)
    if (!(await isQuotedStateCurrent(work, quote, changed, payment))) {
      if (checkout !== undefined) endSession(work, checkout.session.id)
      return { payment, isWanted: false }
    }
  }
  const completed = checkout && { customer: await completeSession(work, checkout) }
  const charged = attachChargedMethod(work, payment, token, sameCard)
  const metadata = checkout?.session.members.subscription?.metadata ?? given
  const applied =
    payment.purpose === 'pay'
      ? {}
      : await applyByPurpose[payment.purpose](work, {
          payment: charged,
          claim: required(claim, 'claim', payment.claimId),
          subscription,
          metadata,
          newSubscription: newSubscription,
          ...completed,
        })
  return { payment: charged, isWanted: true, ...completed, ...applied }
}

/** Purposes for which a payment is unwanted if the subscription has changed since the quote; {@link finishPaidRenewal} checks renewals. */
const purposesCheckedAgainstQuote: ReadonlySet<PaymentRow['purpose']> = new Set(['change_plan', 'recover'])

interface PaidClaim extends Pick<PaidRows, 'subscription' | 'newSubscription'> {
  readonly payment: PaymentRow
  /** The claim that was paid. */
  readonly claim: ClaimRow
  /** The new subscription's metadata: the session's, or the payment request's if there is no session. */
  readonly metadata: Metadata | null | undefined
  /** The customer as changed by the completed session. */
  readonly customer?: CustomerRow
}

const applyByPurpose: Readonly<
  Record<Exclude<PaymentRow['purpose'], 'pay'>, (work: Write, paid: PaidClaim) => Promise<Partial<AppliedPayment>>>
> = {
  subscribe: (work, paid) => openSubscription(work, paid),
  recover: (work, paid) => restartSubscription(work, paid),
  change_plan: (work, paid) => restartSubscription(work, paid),
  resume: (work, paid) => replaceMethod(work, paid),
  update_method: (work, paid) => replaceMethod(work, paid),
  renew: (work, paid) => finishPaidRenewal(work, paid),
}

const subscriptionOf = ({ payment, subscription }: PaidClaim): LockedSubscription =>
  required(subscription, 'subscription of payment', payment.id)

const openSubscription = async (
  work: Write,
  { payment, claim, metadata, newSubscription, customer }: PaidClaim,
): Promise<Partial<AppliedPayment>> => {
  const { now } = work
  const id = newId('sub', work)
  const { organization, plan } = required(newSubscription, 'plan of payment', payment.id)
  const { terms, withTrial, draft } = claim.quote
  const { periods, passed } = firstPeriodsPaidAt(terms, { begunAt: payment.createdAt, paidAt: now, withTrial })
  const { entries, takenBackMinor } = await addSpentCredit(work, payment, [])
  const opened = {
    id,
    status: withTrial ? 'trial' : 'active',
    ...priceColumnsOf(terms),
    trialPriceAmount: withTrial ? (terms.trial?.price?.amount ?? 0) / quantityOf(terms) : null,
    ...methodOf(payment),
    ...periods,
    balanceAmount: draft.balance - takenBackMinor,
    attemptCount: 0,
    attemptsMax: organization.settings.dunning_days.length,
    discount: withTrial ? (terms.discount ?? null) : discountAfterPaidPeriod(terms.discount),
    metadata: metadata ?? {},
    createdAt: now,
    updatedAt: now,
  } as const
  work.insert('subscriptions', {
    ...opened,
    customerId: payment.customerId,
    planId: payment.planId,
    periodPaidAmount: paidPartOfCost(payment, periods.periodCostAmount),
    periodPaymentId: payment.id,
    ...paidTaxColumn(draft.tax.rule),
    ...entriesColumn(entries),
    countryOfSale: required(claim.quote.countryOfSale, 'country of sale in claim', claim.id),
    pastDueSince: null,
    discount: discountAsJson(opened.discount),
    periodDiscount: discountAsJson(withTrial ? null : (terms.discount ?? null)),
    metadata: JSON.stringify(opened.metadata),
  })
  const linked = updatePayment(work, payment, { subscriptionId: id, searchText: `${payment.searchText} ${id}` })
  const subscriber = customer ?? required(await findCustomer(work, payment.customerId), 'customer', payment.customerId)
  const begun = { ...opened, ...noScheduledChange, ...notCancelledColumns }
  const subscription = presentSubscription(begun, { plan, customer: subscriber })
  recordEvent(work, 'subscription.created', subscription)
  recordSkippedPeriod(work, subscription, passed)
  return { payment: linked, subscription }
}

/** The subscription's columns for the stored method that was charged; later charges use this method. */
const methodOf = ({ paymentMethodId: id, paymentMethod: method }: PaymentRow) =>
  id === null || method === null ? { paymentMethodId: id, cardExpiresAt: null } : methodColumns({ ...method, id })

/** A subscription's credit entries, with the customer's credit that a payment spent added to them. */
const addSpentCredit = (
  work: Write,
  { id, creditAmount }: PaymentRow,
  entries: readonly CreditEntry[],
): Promise<EntriesWithSpentCredit> | EntriesWithSpentCredit =>
  creditAmount === 0 ? { entries, takenBackMinor: 0 } : withCustomerCredit(work, id, entries)

/**
 * Records an event if the first period passed before the payment's outcome was known; the billing cycle then begins at the time of that
 * outcome.
 */
const recordSkippedPeriod = (work: Write, subscription: Subscription, passed: FirstPeriods | null): void => {
  if (passed === null) return
  const { currentPeriodStart: current_period_start, currentPeriodEnd: current_period_end } = passed
  recordEvent(work, 'subscription.period_skipped', { ...subscription, current_period_start, current_period_end })
}

/** Applies a paid plan change or recovery: from now on, the subscription is on the paid plan in a new cycle. */
const restartSubscription = async (work: Write, paid: PaidClaim): Promise<Partial<AppliedPayment>> => {
  const { payment, claim, metadata } = paid
  const subscription = subscriptionOf(paid)
  const { id, status, balanceAmount } = subscription
  const { terms, draft, balanceBefore, paidTax, creditsUnusedTime } = claim.quote
  const { rule } = draft.tax
  const { periods, passed } = firstPeriodsPaidAt(terms, {
    begunAt: payment.createdAt,
    paidAt: work.now,
    withTrial: false,
  })
  markPeriodEndedEarly(work, subscription, { at: draft.at, creditsUnusedTime })
  const ledger = convertLedgerToTaxRule(ledgerOf(subscription), paidTax, rule)
  const joined = convertToTaxRule(balanceAmount - balanceBefore, paidTax, rule)
  const { entries, takenBackMinor } = await addSpentCredit(
    work,
    payment,
    creditsUnusedTime ? entriesWithUnusedTime(subscription, ledger, draft.at) : ledger.entries,
  )
  // Paying a debt does not withdraw a cancellation that the customer has requested.
  const keepsEnd = payment.purpose === 'recover' && status === 'past_due'
  if (endsByCancellation(subscription) && !keepsEnd) endKeepLinks(work, id)
  const paidStatus = subscriptionStatusAfter(status, 'planPaid')
  const change = {
    ...(keepsEnd ? {} : notCancelledColumns),
    status: paidStatus,
    planId: payment.planId,
    ...priceColumnsOf(terms),
    ...nothingOwedColumns,
    ...periods,
    ...(keepsEnd && columnsIfLastPeriod(subscription, { status: paidStatus, end: periods.currentPeriodEnd })),
    periodPaidAmount: paidPartOfCost(payment, periods.periodCostAmount),
    periodPaymentId: payment.id,
    ...newCycleColumns,
    balanceAmount: draft.balance + joined - takenBackMinor,
    ...discountColumnsAfterPaid(terms.discount),
    ...paidTaxColumn(rule),
    ...entriesColumn(entries),
    ...(payment.paymentMethodId === null ? {} : methodOf(payment)),
    ...withMetadata(subscription, metadata),
  }
  updateSubscription(work, subscription, await columnsWithUndoStateIfConsented(work, subscription, change, payment))
  const restarted = await recordSubscriptionEvent(work, id, 'subscription.updated')
  recordSkippedPeriod(work, restarted, passed)
  return { subscription: restarted }
}

/** Moves later charges to the new method. A past-due subscription never gets here, because its checkout pays the debt. */
const replaceMethod = async (work: Write, paid: PaidClaim): Promise<Partial<AppliedPayment>> => {
  const subscription = subscriptionOf(paid)
  updateSubscription(work, subscription, { ...methodOf(paid.payment), ...withMetadata(subscription, paid.metadata) })
  return { subscription: await recordSubscriptionEvent(work, subscription.id, 'subscription.updated') }
}

/**
 * Begins the next period, or records that the owed period is paid after all. If the subscription was cancelled in the meantime or no longer
 * owes this claim, the payment is unwanted.
 */
const finishPaidRenewal = async (work: Write, paid: PaidClaim): Promise<Partial<AppliedPayment>> => {
  const { payment, claim } = paid
  const subscription = subscriptionOf(paid)
  const { scheduledPlanId } = subscription
  const [plan, scheduledPlan, customer] = await Promise.all([
    findPlan(work, subscription.planId),
    scheduledPlanId === null ? undefined : findPlan(work, scheduledPlanId),
    findCustomer(work, subscription.customerId),
  ])
  if (!renews(subscription) || !isRenewalStillOwed(claim.quote, subscription, payment)) {
    updateSubscription(work, subscription, { renewalPaymentId: null })
    return { isWanted: false }
  }
  const renew = subscription.owedClaimId === payment.claimId ? recordPeriodPaidAfterAll : renewSubscription
  const renewal = {
    claim: claim.quote,
    claimedAt: claim.createdAt,
    payment,
    plan: required(plan, 'plan of subscription', subscription.id),
    scheduledPlan,
    customer: required(customer, 'customer of subscription', subscription.id),
  }
  return { customer: renewal.customer, subscription: renew(work, subscription, renewal) }
}
