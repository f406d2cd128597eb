import { type DiscountTerms, discountAfterPlanChange, discountAfterPaidPeriod } from '@billing-checkout/domain'
import { planOfferOf, loadPlan } from '../../store/entities/plans.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PlanRow, SubscriptionRow, SubscriptionChange } from '../../store/rows.ts'

/** A subscription's discount after a change of plan; unchanged if the plan stays the same. */
export const discountAfterChange = (
  discount: DiscountTerms | null,
  from: PlanRow | undefined,
  to: PlanRow,
): DiscountTerms | null =>
  from === undefined || from.id === to.id
    ? discount
    : discountAfterPlanChange(discount, planOfferOf(from).interval, {
        id: to.id,
        group: to.planGroup,
        interval: planOfferOf(to).interval,
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
  discount: discountAsJson(discountAfterPaidPeriod(discount)),
  periodDiscount: discountAsJson(discount ?? null),
})

/** A discount as JSON, as its column stores it. */
export const discountAsJson = (discount: DiscountTerms | null): string | null => discount && JSON.stringify(discount)
