import { hashQuote, nextPeriod, type PlanTerms, quoteRenewal, termsForCountry } from '@billing-checkout/domain'
import { loadOrganization } from '../organization/load-organization.ts'
import { riskRulesOf } from '../organization/risk-rules.ts'
import { loadCustomer } from '../store/customers.ts'
import { loadPlan, offerOf } from '../store/plans.ts'
import type { ClaimRow, PaymentMethodRow, PlanRow, SubscriptionRow } from '../store/rows.ts'
import type { FrozenClaim } from '../store/schema.ts'
import { newId, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { descriptorOf } from './descriptor-of.ts'
import { decideTax, notCollected, ruleOf, type TaxDecision } from './decide-tax.ts'
import { dunWithoutMethod, finishBlockedRenewal } from './dun-subscription.ts'
import type { OpenAttempt } from './open-attempt.ts'
import { openPayment } from './open-payment.ts'
import { updateSubscription } from './record-subscription.ts'
import { refuseUntaxed } from './refuse-untaxed.ts'
import { taxPlaceOfCustomer } from './tax-address.ts'
import { renewSubscription, workedOn } from './renew-subscription.ts'

/**
 * Opens the charge of a subscription's owed period: the same claim however often it is tried, its price frozen when it fell
 * due (decisions 9 and 10). `undefined` where no processor is needed: nothing is due, or there is nothing to charge.
 */
export const openRenewal = async (
  billing: Billing,
  work: Write,
  subscription: SubscriptionRow,
): Promise<OpenAttempt | undefined> => {
  const claim = await claimOf(billing, work, subscription)
  if (claim.amount === 0) {
    await renewSubscription(work, subscription, claim.quote, null)
    return undefined
  }
  const method = await methodOf(work, subscription)
  if (method === undefined) {
    await dunWithoutMethod(work, subscription)
    return undefined
  }
  const opened = await openPayment(billing, work, await saleOf(work, subscription, claim, method))
  if ('blocked' in opened) {
    await finishBlockedRenewal(work, subscription)
    return undefined
  }
  await updateSubscription(work, subscription.id, { ...workedOn, renewalPaymentId: opened.paymentId })
  return opened
}

/** What is owed: the current period whose payment failed, else the next one. */
const claimOf = async (billing: Billing, work: Write, subscription: SubscriptionRow): Promise<ClaimRow> => {
  if (subscription.owedClaimId !== null) return loadClaim(work, subscription.owedClaimId)
  return (await findClaim(work, subscription)) ?? makeClaim(billing, work, subscription)
}

const loadClaim = ({ db, organizationId }: Write, id: string): Promise<ClaimRow> =>
  db
    .selectFrom('claims')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const findClaim = (
  { db, organizationId }: Write,
  { id, currentPeriodEnd }: SubscriptionRow,
): Promise<ClaimRow | undefined> =>
  db
    .selectFrom('claims')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'period')
    .where('subscriptionId', '=', id)
    .where('periodStart', '=', currentPeriodEnd)
    .executeTakeFirst()

const makeClaim = async (billing: Billing, work: Write, subscription: SubscriptionRow): Promise<ClaimRow> => {
  const plan = (await loadPlan(work.db, work.organizationId, subscription.planId))!
  const terms = termsOf(plan, subscription)
  const period = nextPeriod(subscription.anchor, terms.interval!, subscription.currentPeriodEnd)
  const tax = await taxOfRenewal(billing, work, subscription, plan)
  const balanceMinor = subscription.balanceAmount
  const { draft, balanceUsed } = quoteRenewal({ terms, period, balanceMinor, tax: ruleOf(tax) })
  const frozen: FrozenClaim = {
    hash: hashQuote(plan.id, draft),
    terms,
    withTrial: false,
    draft,
    tax,
    period: { ...period, balanceUsed },
  }
  return work.db
    .insertInto('claims')
    .values({
      organizationId: work.organizationId,
      id: newId('claim', work),
      kind: 'period',
      customerId: subscription.customerId,
      planId: plan.id,
      subscriptionId: subscription.id,
      sessionId: null,
      periodStart: period.start,
      amount: draft.dueNow.amount,
      currencyCode: draft.dueNow.currency,
      quote: JSON.stringify(frozen),
      createdAt: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Tax as it is when the period falls due, where the customer is then; it is frozen with the claim (decisions 9). */
const taxOfRenewal = async (
  billing: Billing,
  { db, organizationId, now }: Write,
  subscription: SubscriptionRow,
  { collectTax }: PlanRow,
): Promise<TaxDecision> => {
  const organization = (await loadOrganization(db, organizationId))!
  const customer = (await loadCustomer(db, organizationId, subscription.customerId))!
  const tax = await decideTax(billing, organization, { collectTax, place: taxPlaceOfCustomer(customer), at: now })
  refuseUntaxed(organization, tax)
  return tax
}

/** A subscriber keeps the price they subscribed at, whatever the plan costs now (decisions 4). */
const termsOf = (plan: PlanRow, { priceAmount, priceCurrency }: SubscriptionRow): PlanTerms => ({
  ...termsForCountry(offerOf(plan), null),
  price: { amount: priceAmount, currency: priceCurrency },
})

/** The method that last paid or updated the subscription, unless it was detached since (decisions 8). */
const methodOf = async (
  { db, organizationId }: Write,
  { paymentMethodId }: SubscriptionRow,
): Promise<PaymentMethodRow | undefined> =>
  paymentMethodId === null
    ? undefined
    : db
        .selectFrom('paymentMethods')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .where('id', '=', paymentMethodId)
        .where('detachedAt', 'is', null)
        .executeTakeFirst()

const saleOf = async (work: Write, subscription: SubscriptionRow, claim: ClaimRow, method: PaymentMethodRow) => {
  const { db, organizationId } = work
  const organization = await loadOrganization(db, organizationId)
  const { hash, draft, terms, withTrial, tax = notCollected } = claim.quote
  return {
    view: {
      plan: (await loadPlan(db, organizationId, claim.planId))!,
      terms,
      quote: { hash, draft, withTrial, tax },
      subscription,
      purpose: 'renew' as const,
    },
    claimId: claim.id,
    customer: (await loadCustomer(db, organizationId, subscription.customerId))!,
    sessionId: null,
    type: 'MIT' as const,
    method: { kind: 'stored' as const, row: method },
    rules: riskRulesOf(organization!.settings.rules),
    authentication: 'none' as const,
    store: false,
    metadata: {},
    statementDescriptor: descriptorOf(organization!, null),
    consent: null,
    address: null,
  }
}
