import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { detachMethod } from '../../billing/customers/detach-method.ts'
import { route } from '../../http/route.ts'

/** Answers DELETE /payment-methods/{id}. */
export const detachPaymentMethodRoute = (billing: Billing) =>
  route(operations.detachPaymentMethod, ({ params, call }) => detachMethod(billing, call, params.id))
