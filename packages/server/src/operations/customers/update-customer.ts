import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { updateCustomer } from '../../billing/customers/update-customer.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /customers/{id}. */
export const updateCustomerRoute = (billing: Billing) =>
  route(operations.updateCustomer, ({ params, body, call }) => updateCustomer(billing, call, params.id, body))
