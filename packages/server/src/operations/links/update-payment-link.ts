import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { updatePaymentLink } from '../../billing/hosted/update-payment-link.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /payment-links/{id}. */
export const updatePaymentLinkRoute = (billing: Billing) =>
  route(operations.updatePaymentLink, ({ params, body, call }) => updatePaymentLink(billing, call, params.id, body))
