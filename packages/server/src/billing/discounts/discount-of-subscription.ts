import { discountAfterPaid, discountOnPlan, type DiscountTerms, type PlanTerms } from '@billing-checkout/domain'
import type { PlanRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'

/** A plan's terms with a discount, or as they are without one. */
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
    : discountOnPlan(discount, intervalOf(from), { id: to.id, group: to.planGroup, interval: intervalOf(to) })

const intervalOf = ({ intervalUnit, intervalCount }: PlanRow) =>
  intervalUnit === null || intervalCount === null ? null : { unit: intervalUnit, count: intervalCount }

/** The columns of the discount after a period was paid with it. */
export const discountColumnsAfterPaid = (discount: DiscountTerms | undefined): SubscriptionChange => ({
  discount: inJson(discountAfterPaid(discount)),
  periodDiscount: inJson(discount ?? null),
})

/**
 * The discount on the charges after a paid renewal that had a discount. If a change of plan removed or replaced the discount after the
 * claim was made, the discount stays as the change left it.
 */
export const discountAfterRenewal = (
  { discount }: Pick<SubscriptionRow, 'discount'>,
  charged: DiscountTerms | undefined,
): DiscountTerms | null =>
  charged !== undefined && discount?.id === charged.id ? discountAfterPaid(discount) : discount

/** A discount as JSON, as its column stores it. */
export const inJson = (discount: DiscountTerms | null): string | null => discount && JSON.stringify(discount)
