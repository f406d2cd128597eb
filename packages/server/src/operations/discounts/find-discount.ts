import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadDiscounts } from '../../presenters/plans/present-discount.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { found } from '../found.ts'

/** Answers GET /discounts/{id}. */
export const findDiscountRoute = ({ database }: Billing) =>
  route(operations.findDiscount, async ({ params: { id }, call }) =>
    found(await loadDiscounts(inOrganization(database, call.organization.id), [id]), 'discount', id),
  )
