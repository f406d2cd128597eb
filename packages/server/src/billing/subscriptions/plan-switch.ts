import { type CountryCode, Problem } from '@billing-checkout/contract'
import {
  type DiscountTerms,
  type PlanTerms,
  quantityOf,
  required,
  type Timestamp,
  unitPrice,
} from '@billing-checkout/domain'
import { invalidValue } from '../../reading/refuse-issues.ts'
import { loadCustomer } from '../../store/entities/customers.ts'
import { loadPlan } from '../../store/entities/plans.ts'
import type { SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { withDiscount } from '../discounts/discount-of-sale.ts'
import { discountAfterChange, discountAsJson, periodDiscountAfterChange } from '../discounts/discount-after-change.ts'
import { refuseOtherCurrency, termsOfSale } from '../quotes/terms-of-sale.ts'
import { noScheduledChange } from './processed-columns.ts'
import { refuseIntervalBeforeRequestedEnd } from '../checks/refuse-plan-change.ts'

/**
 * The plan and quantity to which a subscription is to change. If no quantity is named, the subscription keeps its quantity, or gets the
 * nearest one in which the plan is sold.
 */
export interface WantedPlan {
  readonly id: string
  readonly quantity?: number | undefined
}

/** Whether a change names another plan or another quantity than the subscription has. */
export const isOtherPlanOrQuantity = (
  { planId, quantity }: Pick<SubscriptionRow, 'planId' | 'quantity'>,
  wanted: WantedPlan,
): boolean => wanted.id !== planId || (wanted.quantity ?? quantity) !== quantity

/** The columns that switch a subscription's plan or quantity without a charge: the next charge keeps its date and has the new price. */
export const columnsAfterPlanSwitch = async (
  work: Write,
  subscription: SubscriptionRow,
  wanted: WantedPlan,
): Promise<SubscriptionChange> => {
  const terms = await termsOfChange(work, subscription, wanted)
  await refuseIntervalBeforeRequestedEnd(work, subscription, terms)
  const plan = required(await loadPlan(work.db, terms.id), 'plan', terms.id)
  return planTermsColumns(terms, await periodDiscountAfterChange(work.db, subscription, plan), work.now)
}

/**
 * The terms for a subscription that changes to a plan or to another quantity. Throws if the plan is unknown, one-off, in another currency
 * or not sold in the quantity. Throws if the subscription would move to an archived plan.
 */
export const termsOfChange = async (
  { db }: Write,
  subscription: SubscriptionRow,
  { id: planId, quantity }: WantedPlan,
): Promise<PlanTerms> => {
  const plan = await loadPlan(db, planId)
  if (plan === undefined) throw new Problem('not_found', `There is no plan ${planId}.`)
  if (plan.type === 'one-off')
    throw invalidValue('body.plan.id', `plan.id must name a recurring plan, got the one-off plan ${planId}.`)
  if (plan.archivedAt !== null && plan.id !== subscription.planId) {
    throw new Problem('plan_archived', `Plan ${planId} was archived at ${plan.archivedAt}.`)
  }
  const customer = await loadCustomer(db, subscription.customerId)
  const country = (customer?.address?.country ?? null) as CountryCode | null
  const terms = termsOfSale(plan, { country, subscription, quantity })
  refuseOtherCurrency(subscription, terms)
  const { discount, planId: currentId } = subscription
  return discount === null
    ? terms
    : withDiscount(terms, discountAfterChange(discount, await loadPlan(db, currentId), plan))
}

/**
 * The columns of a subscription on a plan's terms, with the discount that its running period has on that plan. A change that was scheduled
 * before is removed.
 */
export const planTermsColumns = (
  terms: PlanTerms,
  periodDiscount: DiscountTerms | null,
  now: Timestamp,
): SubscriptionChange => ({
  planId: terms.id,
  ...priceColumnsOf(terms),
  ...noScheduledChange,
  discount: discountAsJson(terms.discount ?? null),
  periodDiscount: discountAsJson(periodDiscount),
  updatedAt: now,
})

/** The columns of the price of one unit and of the quantity. */
export const priceColumnsOf = (
  terms: PlanTerms,
): Pick<SubscriptionRow, 'priceAmount' | 'priceCurrency' | 'quantity'> => ({
  priceAmount: unitPrice(terms),
  priceCurrency: terms.price.currency,
  quantity: quantityOf(terms),
})
