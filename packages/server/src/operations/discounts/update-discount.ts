import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { updateDiscount } from '../../billing/discounts/update-discount.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /discounts/{id}. */
export const updateDiscountRoute = (billing: Billing) =>
  route(operations.updateDiscount, ({ params, body, call }) => updateDiscount(billing, call, params.id, body))
