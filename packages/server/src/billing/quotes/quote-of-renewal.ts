import {
  hashQuote,
  nextPeriod,
  type PlanTerms,
  quoteRenewal,
  required,
  termsForCountry,
} from '@billing-checkout/domain'
import type { Timestamp } from '@billing-checkout/domain'
import { limitsAt, limitsOf } from '../../connections/limits-of.ts'
import type { Organization } from '../../organization/organization.ts'
import { offerOf } from '../../store/entities/plans.ts'
import type { CustomerRow, PaymentMethodRow, PlanRow, SubscriptionRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import type { Billing } from '../billing.ts'
import { decideTax, ruleOf } from '../tax/decide-tax.ts'
import { withDiscount } from '../discounts/discount-of-subscription.ts'
import { taxPlaceOfCustomer } from '../tax/tax-address.ts'

/** The rows that the charge of a subscription's next period is quoted from. */
export interface RenewedRows {
  readonly plan: PlanRow
  /** Absent: none is attached. */
  readonly method: PaymentMethodRow | undefined
  readonly customer: CustomerRow
  readonly organization: Organization
}

/** Quotes the charge of a subscription's next period, with the tax rate of a moment and the customer's place at it. */
export const quoteOfRenewal = async (
  billing: Pick<Billing, 'taxes' | 'logger' | 'processors'>,
  subscription: SubscriptionRow,
  { plan, method, customer, organization }: RenewedRows,
  at: Timestamp,
): Promise<FrozenClaim & Required<Pick<FrozenClaim, 'period'>>> => {
  const terms = renewalTerms(plan, subscription)
  const interval = required(terms.interval, 'interval of plan', plan.id)
  const period = nextPeriod(subscription.anchor, interval, subscription.currentPeriodEnd)
  const place = taxPlaceOfCustomer(customer)
  const tax = await decideTax(billing, organization, { collectTax: plan.collectTax, place, at })
  const { balanceAmount: balanceMinor, paidTax } = subscription
  const { currency } = terms.price
  const processor = method && billing.processors.find(method.connection)
  const limits = processor ? limitsAt(processor, currency) : limitsOf(billing.processors, organization, currency)
  const { draft, balanceUsed } = quoteRenewal({ terms, period, balanceMinor, paidTax, tax: ruleOf(tax), limits })
  return {
    hash: hashQuote(plan.id, draft, [], terms.discount),
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

/** A subscriber keeps the price and the discount of their purchase, even if they move to another country. */
const renewalTerms = (plan: PlanRow, { priceAmount, priceCurrency, discount }: SubscriptionRow): PlanTerms =>
  withDiscount(
    { ...termsForCountry(offerOf(plan), null), price: { amount: priceAmount, currency: priceCurrency } },
    discount,
  )
