import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { createCustomer } from '../../billing/customers/create-customer.ts'
import { route } from '../../http/route.ts'

/** Answers POST /customers. */
export const createCustomerRoute = (billing: Billing) =>
  route(operations.createCustomer, ({ body, call }) => createCustomer(billing, call, body))
