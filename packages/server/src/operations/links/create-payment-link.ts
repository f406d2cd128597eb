import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { createPaymentLink } from '../../billing/hosted/create-payment-link.ts'
import { route } from '../../http/route.ts'

/** Answers POST /payment-links. */
export const createPaymentLinkRoute = (billing: Billing) =>
  route(operations.createPaymentLink, ({ body, call }) => createPaymentLink(billing, call, body))
