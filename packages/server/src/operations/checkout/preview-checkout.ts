import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { previewCheckout } from '../../billing/checkout/preview-checkout.ts'
import { route } from '../../http/route.ts'

/** Answers POST /checkout/preview. */
export const previewCheckoutRoute = (billing: Billing) =>
  route(operations.previewCheckout, ({ body, call }) => previewCheckout(billing, call, body))
