import { hashQuote, nextPeriod, type PlanTerms, quoteRenewal, termsForCountry } from '@billing-checkout/domain'
import { loadOrganization } from '../organization/load-organization.ts'
import { loadCustomer } from '../store/customers.ts'
import { loadPlan, offerOf } from '../store/plans.ts'
import type { ClaimRow, PaymentMethodRow, PlanRow, SubscriptionRow } from '../store/rows.ts'
import type { FrozenClaim } from '../store/schema.ts'
import { newId, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { descriptorOf } from './descriptor-of.ts'
import { dunWithoutMethod } from './dun-subscription.ts'
import type { OpenAttempt } from './open-attempt.ts'
import { openPayment } from './open-payment.ts'
import { updateSubscription } from './record-subscription.ts'
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
  const claim = await claimOf(work, subscription)
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
  await updateSubscription(work, subscription.id, { ...workedOn, renewalPaymentId: opened.paymentId })
  return opened
}

/** What is owed: the current period whose payment failed, else the next one. */
const claimOf = async (work: Write, subscription: SubscriptionRow): Promise<ClaimRow> => {
  if (subscription.owedClaimId !== null) return loadClaim(work, subscription.owedClaimId)
  return (await findClaim(work, subscription)) ?? makeClaim(work, subscription)
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

const makeClaim = async (work: Write, subscription: SubscriptionRow): Promise<ClaimRow> => {
  const plan = (await loadPlan(work.db, work.organizationId, subscription.planId))!
  const terms = termsOf(plan, subscription)
  const period = nextPeriod(subscription.anchor, terms.interval!, subscription.currentPeriodEnd)
  const { draft, balanceUsed } = quoteRenewal({ terms, period, balanceMinor: subscription.balanceAmount, tax: null })
  const frozen: FrozenClaim = {
    hash: hashQuote(plan.id, draft),
    terms,
    withTrial: false,
    draft,
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
  const { hash, draft, terms, withTrial } = claim.quote
  return {
    view: {
      plan: (await loadPlan(db, organizationId, claim.planId))!,
      terms,
      quote: { hash, draft, withTrial },
      subscription,
      purpose: 'renew' as const,
    },
    claimId: claim.id,
    customer: (await loadCustomer(db, organizationId, subscription.customerId))!,
    sessionId: null,
    type: 'MIT' as const,
    method: { kind: 'stored' as const, row: method },
    authentication: 'none' as const,
    store: false,
    metadata: {},
    statementDescriptor: descriptorOf(organization!, null),
    consent: null,
    address: null,
  }
}
