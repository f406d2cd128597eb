import { type CountryCode, Problem } from '@billing-checkout/contract'
import { type PlanTerms, termsForCountry, type Timestamp } from '@billing-checkout/domain'
import { loadCustomer } from '../../store/entities/customers.ts'
import { loadPlan, offerOf } from '../../store/entities/plans.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { discountAfterChange, inJson, withDiscount } from '../discounts/discount-of-subscription.ts'
import { priceCountry } from '../quotes/price-country.ts'
import { noScheduledChange } from './processed-columns.ts'

/** Switches a subscription's plan without a charge: the next charge keeps its date and has the new price. */
export const switchPlan = async (
  work: Write,
  subscription: SubscriptionRow,
  planId: string,
): Promise<SubscriptionChange> => onTerms(await termsOfChange(work, subscription, planId), work.now)

/** The terms of a plan for a subscription that changes to it. Throws if the plan is unknown, one-off, archived or in another currency. */
export const termsOfChange = async (
  { db }: Write,
  subscription: SubscriptionRow,
  planId: string,
): Promise<PlanTerms> => {
  const plan = await loadPlan(db, planId)
  if (plan === undefined) throw new Problem('not_found', `There is no plan ${planId}.`)
  if (plan.type === 'one-off') {
    const message = `plan.id must name a recurring plan, got the one-off plan ${planId}.`
    throw new Problem('invalid_parameter', message, {
      details: [{ path: 'body.plan.id', code: 'invalid_value', message }],
    })
  }
  if (plan.archivedAt !== null) {
    throw new Problem('plan_archived', `Plan ${planId} was archived at ${plan.archivedAt}.`)
  }
  const customer = await loadCustomer(db, subscription.customerId)
  const country = priceCountry(subscription, (customer?.address?.country ?? null) as CountryCode | null)
  const terms = termsForCountry(offerOf(plan), country)
  refuseOtherCurrency(subscription, terms)
  const { discount, planId: currentId } = subscription
  return discount === null
    ? terms
    : withDiscount(terms, discountAfterChange(discount, await loadPlan(db, currentId), plan))
}

/** A subscription's columns on a plan's terms; a change that was scheduled before is over. */
export const onTerms = ({ id, price, discount }: PlanTerms, now: Timestamp): SubscriptionChange => ({
  planId: id,
  priceAmount: price.amount,
  priceCurrency: price.currency,
  ...noScheduledChange,
  discount: inJson(discount ?? null),
  updatedAt: now,
})

const refuseOtherCurrency = (subscription: SubscriptionRow, { id, price }: PlanTerms): void => {
  if (price.currency === subscription.priceCurrency) return
  throw new Problem(
    'currency_mismatch',
    `Subscription ${subscription.id} is billed in ${subscription.priceCurrency}; plan ${id} costs ${price.currency} here.`,
  )
}
