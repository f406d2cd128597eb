import {
  type DiscountTerms,
  type PlanTerms,
  type Timestamp,
  discountAfterPaidPeriod,
  discountOnPlan,
} from '@billing-checkout/domain'
import type { CheckoutPurpose } from '@billing-checkout/contract'
import { offerOf, loadPlan } from '../../store/entities/plans.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow, CustomerRow, PlanRow, SubscriptionRow, SubscriptionChange } from '../../store/rows.ts'
import { discountOfSale } from './discount-of-sale.ts'
import { type DiscountRefusal, invalidDiscount } from './invalid-discount.ts'

/**
 * Adds a discount to the terms: the existing subscription's own discount, or for a new sale the discount that the session names. If the
 * named discount is refused, `refusal` is the reason.
 */
export const discountTermsOf = async (
  { db, now }: DiscountContext,
  { session, customer, plan, subscription, terms }: DiscountedView,
): Promise<{ readonly terms: PlanTerms; readonly refusal: DiscountRefusal | null }> => {
  const named = session.members.discount
  if (subscription !== undefined) {
    // If the shopper changes their existing subscription instead of buying, the named discount is ignored and not refused.
    const refusal = named == null || session.changesInstead ? null : keptDiscount
    return { terms: withDiscount(terms, await discountOnOther(db, subscription, plan)), refusal }
  }
  if (named == null) return { terms, refusal: null }
  if (session.discountRefused) return { terms, refusal: refusedCard }
  const found = await discountOfSale(db, named, {
    plan,
    currency: terms.price.currency,
    customerId: customer?.id ?? null,
    email: session.members.customer?.email ?? customer?.email ?? null,
    now,
  })
  return 'refusal' in found
    ? { terms, refusal: found.refusal }
    : { terms: withDiscount(terms, found.discount), refusal: null }
}

/** The subscription's discount, as it applies to the quoted plan. */
const discountOnOther = async (
  db: OrganizationDatabase,
  { discount, planId }: SubscriptionRow,
  plan: PlanRow,
): Promise<DiscountTerms | null> =>
  discount === null || planId === plan.id ? discount : discountAfterChange(discount, await loadPlan(db, planId), plan)

const keptDiscount: DiscountRefusal = {
  reason: 'existing_subscription',
  message: 'A subscription that exists keeps its own discount.',
}

const refusedCard: DiscountRefusal = {
  reason: 'used_up_by_customer',
  message: 'The card that was entered has redeemed this discount as often as it allows.',
}

interface DiscountContext {
  readonly db: OrganizationDatabase
  readonly now: Timestamp
}

interface DiscountedView {
  readonly session: Pick<ClientSessionRow, 'members' | 'changesInstead' | 'discountRefused'>
  readonly customer: Pick<CustomerRow, 'id' | 'email'> | undefined
  readonly subscription: SubscriptionRow | undefined
  readonly plan: PlanRow
  readonly terms: PlanTerms
}

/** Throws `discount_invalid` with the reason if the named discount cannot be redeemed. */
export const refuseDiscount = ({ discountRefusal }: { readonly discountRefusal: DiscountRefusal | null }): void => {
  if (discountRefusal !== null) throw invalidDiscount(discountRefusal)
}

/** Adds a discount to a plan's terms; without a discount, the terms stay as they are. */
export const withDiscount = (terms: PlanTerms, discount: DiscountTerms | null | undefined): PlanTerms =>
  discount == null ? terms : { ...terms, discount }

/** A subscription's discount after a change of plan; unchanged if the plan stays the same. */
export const discountAfterChange = (
  discount: DiscountTerms | null,
  from: PlanRow | undefined,
  to: PlanRow,
): DiscountTerms | null =>
  from === undefined || from.id === to.id
    ? discount
    : discountOnPlan(discount, offerOf(from).interval, {
        id: to.id,
        group: to.planGroup,
        interval: offerOf(to).interval,
      })

/**
 * The discount of a subscription's running period after a change to another plan. If a change ends the discount, a change back does not
 * restore it.
 */
export const periodDiscountAfterChange = async (
  db: OrganizationDatabase,
  { periodDiscount, planId }: Pick<SubscriptionRow, 'periodDiscount' | 'planId'>,
  to: PlanRow,
): Promise<DiscountTerms | null> =>
  periodDiscount === null ? null : discountAfterChange(periodDiscount, await loadPlan(db, planId), to)

/** The subscription's discount columns after a period was paid with this discount. */
export const discountColumnsAfterPaid = (discount: DiscountTerms | undefined): SubscriptionChange => ({
  discount: inJson(discountAfterPaidPeriod(discount)),
  periodDiscount: inJson(discount ?? null),
})

/** A discount as JSON, as its column stores it. */
export const inJson = (discount: DiscountTerms | null): string | null => discount && JSON.stringify(discount)

/** Whether a shopper may enter a discount code in a session: only if the merchant allows it and the session is for a purchase. */
export const takesCodes = ({
  session,
  purpose,
}: {
  readonly session: Pick<ClientSessionRow, 'members'>
  readonly purpose: CheckoutPurpose | null
}): boolean => session.members.options?.allow_codes === true && (purpose === 'pay' || purpose === 'subscribe')
