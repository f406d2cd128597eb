import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { refund } from '../../billing/charge/refund.ts'
import { route } from '../../http/route.ts'

/** Answers POST /payments/refund/{id}. */
export const refundPaymentRoute = (billing: Billing) =>
  route(operations.refundPayment, ({ params, body, call }) => refund(billing, call, params.id, body))
