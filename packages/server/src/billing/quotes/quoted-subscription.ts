import {
  balanceUsedBy,
  unchargedRemainder,
  noDebt,
  type SubscriptionDebt,
  type QuotedSubscription,
  required,
  convertToTaxRule,
  type TaxRule,
  type Timestamp,
} from '@billing-checkout/domain'
import { loadPlan } from '../../store/entities/plans.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClaimRow, PaymentRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import { periodDiscountAfterChange } from '../discounts/discount-after-change.ts'
import { onlyCollectsDebt } from './buys-whole-period.ts'

interface SubscriptionContext {
  readonly db: OrganizationDatabase
  readonly now: Timestamp
  /** The plan that the subscription has today, if it was looked up already. */
  readonly loadedRows?: { readonly currentPlan?: Pick<PlanRow, 'id' | 'name'> | undefined }
}

/**
 * The parts of a subscription that a quote depends on. `plan` is the plan that is quoted: it decides whether the running period's discount
 * still applies.
 */
export const loadQuotedSubscription = async (
  { db, now, loadedRows }: SubscriptionContext,
  row: SubscriptionRow,
  plan?: PlanRow,
): Promise<QuotedSubscription> => {
  const { paidTax } = row
  const [current, owed] = await Promise.all([
    [plan, loadedRows?.currentPlan].find((known) => known?.id === row.planId) ?? loadPlanOf(db, row),
    loadOwedSum(db, row, now),
  ])
  return {
    planName: current.name,
    anchor: row.anchor,
    period: { start: row.currentPeriodStart, end: row.currentPeriodEnd, costMinor: row.periodCostAmount },
    nextBillingDate: row.nextBillingDate,
    ...(await loadQuotedMoney(db, row, { now, paidTax })),
    paidTax,
    earnsCredit: row.status !== 'cancelled' && row.status !== 'past_due',
    inTrial: row.status === 'trial',
    owed,
    periodDiscount: plan === undefined ? row.periodDiscount : await periodDiscountAfterChange(db, row, plan),
  }
}

const loadPlanOf = async (db: OrganizationDatabase, { planId }: SubscriptionRow): Promise<PlanRow> =>
  required(await loadPlan(db, planId), 'plan', planId)

/** The amounts of a subscription from which a quote is calculated, in minor units, counted under the subscription's tax rule `paidTax`. */
interface QuotedMoney {
  /**
   * The balance. If the subscription is cancelled, this leaves out amounts that were too small for the processor to charge, which are
   * waived. All other debts remain.
   */
  readonly balanceMinor: number
  /**
   * The part of the balance that the running period's charge had used, if a new cycle writes that period off because its money never
   * arrived; otherwise 0.
   */
  readonly writtenOffMinor: number
  /**
   * Set if the subscription was cancelled in a period that still runs and whose money arrived: its full balance, including the amounts that
   * `balanceMinor` waives.
   */
  readonly restartCredit: { readonly balanceMinor: number } | null
}

/**
 * Loads the amounts from which a quote is calculated. This needs a query only if the subscription is cancelled or owes its running period.
 */
const loadQuotedMoney = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
  { now, paidTax }: { readonly now: Timestamp; readonly paidTax: TaxRule | null },
): Promise<QuotedMoney> => {
  const { status, balanceAmount, owedClaimId, periodPaymentId, currentPeriodEnd } = subscription
  const isCancelled = status === 'cancelled'
  if (!isCancelled && owedClaimId === null)
    return { balanceMinor: balanceAmount, writtenOffMinor: 0, restartCredit: null }
  const charge = await loadChargeOfPeriod(db, subscription)
  // If the period has no `periodPaymentId`, the lost sum is already in the balance.
  const isLost = owedClaimId !== null || (periodPaymentId !== null && hasFailed(charge))
  const writtenOffMinor =
    isLost && charge ? convertToTaxRule(balanceUsed(charge.quote), charge.quote.draft.tax.rule, paidTax) : 0
  // An amount that was too small to charge is waived only if it is still owed after the period is written off.
  const waived = withoutLeftover(balanceAmount + writtenOffMinor, charge, paidTax) - writtenOffMinor
  return {
    balanceMinor: isCancelled ? waived : balanceAmount,
    writtenOffMinor,
    restartCredit: isCancelled && !isLost && currentPeriodEnd > now ? { balanceMinor: balanceAmount } : null,
  }
}

interface ChargeOfPeriod extends Pick<ClaimRow, 'quote' | 'amount'> {
  readonly paymentStatus: PaymentRow['paymentStatus'] | null
  readonly refundedAmount: number | null
}

/** Whether the charge's payment failed and its money is owed. If the payment was refunded in full before it failed, nothing is owed. */
const hasFailed = (charge: ChargeOfPeriod | undefined): boolean =>
  charge?.paymentStatus === 'FAILED' && (charge.refundedAmount ?? 0) < charge.amount

/**
 * The claim that began the current period, or that is owed for it, and the status of its payment; undefined if a plan change that credit
 * alone paid for began the period.
 */
const loadChargeOfPeriod = (
  db: OrganizationDatabase,
  { id, periodPaymentId, lostPaymentId, currentPeriodStart, owedClaimId }: SubscriptionRow,
): Promise<ChargeOfPeriod | undefined> => {
  const paymentId = periodPaymentId ?? lostPaymentId
  const claims = db
    .selectFrom('claims')
    .leftJoin('payments', (join) => join.onRef('payments.claimId', '=', 'claims.id').on('payments.id', '=', paymentId))
    .select(['claims.quote', 'claims.amount', 'payments.paymentStatus', 'payments.refundedAmount'])
  if (owedClaimId !== null) return claims.where('claims.id', '=', owedClaimId).executeTakeFirst()
  return paymentId === null
    ? claims
        .where('claims.kind', '=', 'period')
        .where('claims.subscriptionId', '=', id)
        .where('claims.periodStart', '=', currentPeriodStart)
        .executeTakeFirst()
    : claims.where('payments.id', '=', paymentId).executeTakeFirst()
}

const withoutLeftover = (
  balanceAmount: number,
  charge: ChargeOfPeriod | undefined,
  paidTax: TaxRule | null,
): number => {
  if (balanceAmount >= 0 || charge === undefined) return balanceAmount
  const { draft } = charge.quote
  return Math.min(balanceAmount + convertToTaxRule(unchargedRemainder(draft), draft.tax.rule, paidTax), 0)
}

/** The part of the balance that a claim uses when it is paid, in minor units under the claim's tax rule. */
export const balanceUsed = ({ draft, period }: FrozenClaim): number => period?.balanceUsed ?? balanceUsedBy(draft)

/**
 * The debts of a subscription from earlier charges, as they will be on the day of the next try. Queries the database only if an earlier
 * charge failed.
 */
const loadOwedSum = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
  now: Timestamp,
): Promise<SubscriptionDebt> => {
  const { status, failureCount, owedClaimId, nextBillingDate } = subscription
  if (status !== 'past_due' && failureCount === 0 && owedClaimId === null) return noDebt
  const claim = await findOwedClaim(db, subscription)
  if (claim === undefined) return noDebt
  if (!onlyCollectsDebt(nextBillingDate ?? now, subscription, claim))
    return { ...noDebt, retried: retriedCharge(subscription, claim) }
  // A charge of the next period may have been tried already. Its price is then frozen, so only the charge after it can collect the
  // outstanding sum.
  const renewing = { ...subscription, owedClaimId: null }
  const tried = await findOwedClaim(db, renewing)
  const { subtotal, tax } = claim.quote.draft
  return {
    retried: tried === undefined ? null : retriedCharge(renewing, tried),
    outstandingMinor: subtotal,
    outstandingTax: tax.rule,
  }
}

/** The owed claim as it will be charged: for the next period, or for the running period if that period's money never arrived. */
const retriedCharge = (
  { id, owedClaimId, anchor, currentPeriodStart: start, currentPeriodEnd: end, discount }: SubscriptionRow,
  { amount, quote: { draft, terms, period } }: Pick<ClaimRow, 'amount' | 'quote'>,
): SubscriptionDebt['retried'] => ({
  amountMinor: amount,
  lines: draft.lines,
  // The claim of a running period has already used its part of the balance.
  balanceUsedMinor: owedClaimId === null ? (period?.balanceUsed ?? 0) : 0,
  tax: draft.tax.rule,
  period: owedClaimId === null && period ? period : { anchor, start, end },
  usesDiscount: owedClaimId === null && terms.discount !== undefined && terms.discount.id === discount?.id,
  interval: required(terms.interval, 'interval of subscription', id),
})

const findOwedClaim = (
  db: OrganizationDatabase,
  { id, owedClaimId, currentPeriodEnd }: SubscriptionRow,
): Promise<Pick<ClaimRow, 'amount' | 'quote'> | undefined> => {
  const claims = db.selectFrom('claims').select(['amount', 'quote'])
  const owed =
    owedClaimId === null
      ? claims.where('kind', '=', 'period').where('subscriptionId', '=', id).where('periodStart', '=', currentPeriodEnd)
      : claims.where('id', '=', owedClaimId)
  return owed.executeTakeFirst()
}
