import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { createDiscount } from '../../billing/discounts/create-discount.ts'
import { route } from '../../http/route.ts'

/** Answers POST /discounts. */
export const createDiscountRoute = (billing: Billing) =>
  route(operations.createDiscount, ({ body, call }) => createDiscount(billing, call, body))
