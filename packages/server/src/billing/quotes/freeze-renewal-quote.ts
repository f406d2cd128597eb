import {
  discountedPrice,
  hashQuote,
  nextPeriod,
  type PlanTerms,
  quoteRenewal,
  required,
  termsForCountry,
  termsForQuantity,
  type Timestamp,
} from '@billing-checkout/domain'
import { chargeLimitsOfProcessor, chargeLimitsOfRoutes } from '../../connections/charge-limits.ts'
import type { Organization } from '../../organization/organization.ts'
import { loadPlan, planOfferOf } from '../../store/entities/plans.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { CustomerRow, PaymentMethodRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import type { Billing } from '../billing.ts'
import { decideTax, ruleOf } from '../tax/decide-tax.ts'
import { withDiscount } from '../discounts/discount-of-sale.ts'
import { discountAfterChange } from '../discounts/discount-after-change.ts'
import { taxPlaceOfCustomer } from '../tax/tax-address.ts'

/** The rows that the charge of a subscription's next period is quoted from. */
export interface RenewalQuoteRows {
  /** The plan that the subscription is on. */
  readonly plan: PlanRow
  /** The plan that the subscription changes to with its next period; absent if no change is scheduled. */
  readonly scheduledPlan?: PlanRow | undefined
  /** Undefined if no method is attached. */
  readonly method: PaymentMethodRow | undefined
  readonly customer: CustomerRow
  readonly organization: Organization
}

/** Quotes the charge of a subscription's next period, at a given time, with the tax rate that applies then at the customer's address. */
export const freezeRenewalQuote = async (
  billing: Pick<Billing, 'taxes' | 'logger' | 'processors'>,
  subscription: SubscriptionRow,
  rows: RenewalQuoteRows,
  at: Timestamp,
): Promise<FrozenClaim & Required<Pick<FrozenClaim, 'period'>>> => {
  const { method, customer, organization } = rows
  const plan = planOfNextPeriod(rows)
  const terms = renewalTerms(rows.plan, plan, subscription)
  const interval = required(terms.interval, 'interval of plan', plan.id)
  const period = nextPeriod(subscription.anchor, interval, subscription.currentPeriodEnd)
  const place = taxPlaceOfCustomer(customer)
  const tax = await decideTax(billing, organization, { collectTax: plan.collectTax, place, at })
  const { balanceAmount: balanceMinor, paidTax } = subscription
  const { currency } = terms.price
  const processor = method && billing.processors.find(method.connection)
  const limits = processor
    ? chargeLimitsOfProcessor(processor, currency)
    : chargeLimitsOfRoutes(billing.processors, organization, currency)
  const { draft, balanceUsed } = quoteRenewal({ terms, period, balanceMinor, paidTax, tax: ruleOf(tax), limits })
  return {
    hash: hashQuote(plan.id, draft, [], terms),
    terms,
    withTrial: false,
    draft,
    later: [],
    tax,
    period: { ...period, balanceUsed },
    balanceBefore: balanceMinor,
    paidTax,
    creditsUnusedTime: false,
    quotedOn: null,
  }
}

/** A subscriber keeps the price, the quantity and the discount of their purchase, even if they move to another country. */
const renewalTerms = (plan: PlanRow, next: PlanRow, subscription: SubscriptionRow): PlanTerms => {
  const { priceAmount, priceCurrency, quantity, scheduledPriceAmount, scheduledQuantity, discount } = subscription
  const unit = {
    ...termsForCountry(planOfferOf(next), null),
    price: { amount: scheduledPriceAmount ?? priceAmount, currency: priceCurrency },
  }
  return withDiscount(termsForQuantity(unit, scheduledQuantity ?? quantity), discountAfterChange(discount, plan, next))
}

/**
 * The prices of a subscription's running period and of its next period, before exclusive tax, if the discount ends between them and the
 * price rises; else null.
 */
export const pricesAroundDiscountEnd = (
  subscription: SubscriptionRow,
  rows: Pick<RenewalQuoteRows, 'plan' | 'scheduledPlan'>,
): { readonly before: number; readonly after: number } | null => {
  const { status, periodDiscount, priceAmount, priceCurrency, quantity } = subscription
  if (status === 'trial' || periodDiscount === null) return null
  // The discount does not run out with this period, and no scheduled change ends it. If the next period still lacks it, a plan change in
  // the running period has ended it. `before` would then be wrong, because the period was paid at the former plan's price.
  if (periodDiscount.left !== 1 && rows.scheduledPlan === undefined) return null
  const terms = renewalTerms(rows.plan, planOfNextPeriod(rows), subscription)
  const running = { price: { amount: priceAmount * quantity, currency: priceCurrency }, discount: periodDiscount }
  const before = discountedPrice(running)
  const after = terms.price.amount
  return terms.discount === undefined && after > before ? { before, after } : null
}

/** The plan of a subscription's next period: the scheduled one, or else the current one. */
export const planOfNextPeriod = ({ plan, scheduledPlan }: Pick<RenewalQuoteRows, 'plan' | 'scheduledPlan'>): PlanRow =>
  scheduledPlan ?? plan

/** The plan and terms of a subscription's charges after its scheduled change; undefined if no change is scheduled. */
export const scheduledTerms = async (
  db: OrganizationDatabase,
  subscription: SubscriptionRow,
): Promise<{ readonly plan: PlanRow; readonly terms: PlanTerms } | undefined> => {
  const { planId, scheduledPlanId: id, discount } = subscription
  if (id === null) return undefined
  const plan = required(await loadPlan(db, id), 'plan', id)
  // The current plan is needed only to decide whether the discount continues.
  const current = discount === null ? plan : required(await loadPlan(db, planId), 'plan', planId)
  return { plan, terms: renewalTerms(current, plan, subscription) }
}
