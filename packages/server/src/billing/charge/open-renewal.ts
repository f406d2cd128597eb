import { required, convertToTaxRule } from '@billing-checkout/domain'
import { findOrganization } from '../../organization/load-organization.ts'
import { riskRulesOf } from '../../organization/risk-rules.ts'
import { claimById, insertClaim, type OwedClaim } from '../../store/entities/claims.ts'
import { findCustomer } from '../../store/entities/customers.ts'
import { findPlan } from '../../store/entities/plans.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { lookup } from '../../store/queries/lookup.ts'
import type { PaymentMethodRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import type { LoadContext, Write } from '../../store/writes/write.ts'
import type { ReferenceBasis } from '../attempts/derive-reference.ts'
import type { OpenAttempt } from '../attempts/open-attempt.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, merchantInitiatedFields } from '../charge-input/charge-draft.ts'
import { descriptorOfRenewal } from '../charge-input/descriptor-of.ts'
import { refuseUnknownTax } from '../checks/refuse-unknown-tax.ts'
import { roundOwedClaim } from '../differences/round-owed-claim.ts'
import { onlyCollectsDebt } from '../quotes/buys-whole-period.ts'
import { freezeRenewalQuote, type RenewalQuoteRows } from '../quotes/freeze-renewal-quote.ts'
import { dunWithoutMethod, finishBlockedRenewal } from '../subscriptions/dun-subscription.ts'
import { processedColumns } from '../subscriptions/processed-columns.ts'
import { updateSubscription } from '../subscriptions/record-subscription-event.ts'
import { recordPeriodPaidAfterAll, renewSubscription } from '../subscriptions/renew-subscription.ts'
import { applyScheduledChange } from '../subscriptions/scheduled-change.ts'
import { openPayment } from './open-payment.ts'

/**
 * Opens the charge of a subscription's owed period. All tries pay the same claim, whose price was frozen when the period fell due. Returns
 * `undefined` if no processor has to be called: nothing is due, no method is attached, or a rule blocks the payment.
 */
export const openRenewal = async (
  billing: Billing,
  work: Write,
  owing: LockedSubscription,
  parts: RenewalChargeRows,
): Promise<OpenAttempt | undefined> => {
  const { owedClaim, tries, plan, scheduledPlan, method, customer, organization, callsAtOnce } = parts
  if (owedClaim !== undefined && onlyCollectsDebt(work.now, owing, owedClaim)) {
    const indebted = await addLostSumToBalance(work, owing, owedClaim)
    return openRenewal(billing, work, indebted, { ...parts, ...(await findDebt(work, indebted)) })
  }
  if (owedClaim === undefined && owing.scheduledPlanId !== null) {
    const { subscription: changed, plan: newPlan } = await applyScheduledChange(work, owing, parts)
    return openRenewal(billing, work, changed, { ...parts, plan: newPlan, scheduledPlan: undefined })
  }
  const due = { subscription: owing, claim: owedClaim ?? (await makeClaim(billing, work, owing, parts)) }
  const { subscription, claim } =
    owedClaim && method ? await roundOwedClaim(billing, work, due, { method, tries }) : due
  if (claim.amount === 0) {
    const begin = subscription.owedClaimId === claim.id ? recordPeriodPaidAfterAll : renewSubscription
    begin(work, subscription, {
      claim: claim.quote,
      claimedAt: claim.createdAt,
      plan,
      scheduledPlan,
      customer,
      payment: null,
    })
    return undefined
  }
  if (method === undefined) {
    await dunWithoutMethod(work, organization, subscription, claim)
    return undefined
  }
  const claimed = claim.planId === plan.id ? plan : required(await findPlan(work, claim.planId), 'plan', claim.planId)
  const charge = draftOf(subscription, claim, { ...parts, plan: claimed }, method)
  const opened = await openPayment(billing, work, { ...charge, callsAtOnce })
  if ('ended' in opened) {
    await finishBlockedRenewal(work, subscription, claim)
    return undefined
  }
  updateSubscription(work, subscription, { ...processedColumns, renewalPaymentId: opened.paymentId })
  return opened
}

/**
 * Moves a lost sum (a payment for the current period that failed after the period began) to the balance. The subscription then owes the sum
 * in addition to the next period's price.
 */
const addLostSumToBalance = async (
  work: Write,
  subscription: LockedSubscription,
  { quote: { draft } }: OwedClaim,
): Promise<LockedSubscription> => {
  const lost = convertToTaxRule(draft.subtotal, draft.tax.rule, subscription.paidTax)
  const change = {
    owedClaimId: null,
    periodPaymentId: null,
    lostPaymentId: subscription.periodPaymentId,
    balanceAmount: subscription.balanceAmount - lost,
  }
  updateSubscription(work, subscription, change)
  return { ...subscription, ...change }
}

/** The owed claim, if it exists, and the number of payments ever recorded for it. */
interface Debt {
  readonly owedClaim: OwedClaim | undefined
  readonly tries: number
}

/** The rows needed to charge a renewal. */
export interface RenewalChargeRows extends Debt, RenewalQuoteRows {
  /**
   * False if the processor has already received the charge but a restore of the database lost its record. The charge is then only recorded.
   */
  readonly callsAtOnce?: false
}

/** Loads the rows needed to charge a renewal, in one round trip, or in two if a claim is owed. */
export const loadRenewalChargeRows = async (
  context: LoadContext,
  subscription: SubscriptionRow,
): Promise<RenewalChargeRows> => {
  const { scheduledPlanId } = subscription
  const [debt, plan, scheduledPlan, method, customer, organization] = await Promise.all([
    findDebt(context, subscription),
    findPlan(context, subscription.planId),
    scheduledPlanId === null ? undefined : findPlan(context, scheduledPlanId),
    methodOf(context, subscription),
    findCustomer(context, subscription.customerId),
    findOrganization(context),
  ])
  return {
    ...debt,
    plan: required(plan, 'plan of subscription', subscription.id),
    scheduledPlan,
    method,
    customer: required(customer, 'customer of subscription', subscription.id),
    organization: required(organization, 'organization of subscription', subscription.id),
  }
}

/** Whether the related rows that were loaded for one version of a subscription's row also fit another version. */
export const hasSameRelatedRows = (one: SubscriptionRow, other: SubscriptionRow): boolean =>
  one.planId === other.planId &&
  one.scheduledPlanId === other.scheduledPlanId &&
  one.paymentMethodId === other.paymentMethodId &&
  one.currentPeriodEnd === other.currentPeriodEnd &&
  one.owedClaimId === other.owedClaimId

/**
 * Finds the owed claim and counts all its payments, whatever their outcome, including a checkout's payment whose money never arrived. The
 * subscription is locked, so no other payment begins at the same time.
 */
const findDebt = async (context: LoadContext, subscription: SubscriptionRow): Promise<Debt> => {
  const owedClaim = await findClaim(context, subscription)
  if (owedClaim === undefined) return { owedClaim, tries: 0 }
  const payments = await context.find(paymentsOfClaim, [subscription.id, owedClaim.id])
  return { owedClaim, tries: (owedClaim.quote.triesBefore ?? 0) + payments.length }
}

const paymentsOfClaim = lookup('payments', ['subscriptionId', 'claimId'])

/** The owed claim, if any: the current period's if its payment failed, else the next period's. */
const findClaim = async (
  { find }: LoadContext,
  { id, currentPeriodEnd, owedClaimId }: SubscriptionRow,
): Promise<OwedClaim | undefined> => {
  const [claim] =
    owedClaimId === null ? await find(claimOfPeriod, [id, currentPeriodEnd]) : await find(claimById, [owedClaimId])
  return claim
}

const claimOfPeriod = lookup('claims', ['subscriptionId', 'periodStart'], {
  types: { periodStart: 'timestamptz' },
  where: `found.kind = 'period'`,
})

const makeClaim = async (
  billing: Billing,
  work: Write,
  subscription: LockedSubscription,
  parts: RenewalChargeRows,
): Promise<OwedClaim> => {
  const { plan, organization } = parts
  // The claim freezes the tax rate and the customer's address of this moment, when the period falls due. All retries charge the same
  // amount.
  const frozen: FrozenClaim = {
    ...(await freezeRenewalQuote(billing, subscription, parts, work.now)),
    ...(subscription.status === 'trial' && { endsTrial: true }),
  }
  refuseUnknownTax(organization, frozen.tax)
  const period = required(frozen.period, 'period of the claim of subscription', subscription.id)
  return insertClaim(work, {
    kind: 'period',
    customerId: subscription.customerId,
    planId: plan.id,
    subscriptionId: subscription.id,
    sessionId: null,
    periodStart: period.start,
    quote: frozen,
  })
}

/** The subscription's payment method: the one that last paid, or that was set since. Undefined if there is none or it is detached. */
const methodOf = async (
  { find }: LoadContext,
  { paymentMethodId }: SubscriptionRow,
): Promise<PaymentMethodRow | undefined> =>
  paymentMethodId === null ? undefined : (await find(attachedById, [paymentMethodId]))[0]

const attachedById = lookup('paymentMethods', ['id'], { where: 'found.detached_at is null' })

const draftOf = (
  subscription: LockedSubscription,
  claim: OwedClaim,
  { tries, plan, customer, organization }: RenewalChargeRows,
  method: PaymentMethodRow,
): ChargeDraft => {
  const { hash, draft, terms, withTrial, tax } = claim.quote
  return {
    ...merchantInitiatedFields,
    quotedSale: {
      plan,
      terms,
      quote: {
        hash,
        draft,
        later: [],
        withTrial,
        tax,
        paidTax: null,
        creditsUnusedTime: false,
        discount: null,
        periodDiscount: null,
      },
      country: null,
      subscription,
      session: null,
      purpose: 'renew',
    },
    claimId: claim.id,
    reference: referenceOf(subscription, claim, tries + 1),
    idempotency: null,
    customer,
    method: { kind: 'stored', row: method },
    rules: riskRulesOf(organization.settings.rules),
    metadata: {},
    statementDescriptor: descriptorOfRenewal(organization, claim.quote),
    consent: null,
  }
}

const referenceOf = (
  { id, currentPeriodStart }: SubscriptionRow,
  { id: claimId, kind, quote }: OwedClaim,
  n: number,
): ReferenceBasis =>
  kind === 'period'
    ? ['renewal', id, required(quote.period, 'period of claim', claimId).start, n]
    : ['lost period', id, currentPeriodStart, n]
