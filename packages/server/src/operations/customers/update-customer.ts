import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { updateCustomer } from '../../billing/customers/update-customer.ts'
import { limitAddresses } from '../../billing/portal/change-email.ts'
import { route } from '../../http/route.ts'

/** Answers PATCH /customers/{id}. */
export const updateCustomerRoute = (billing: Billing) =>
  route(operations.updateCustomer, async ({ params, body, call }) => {
    if (call.principal.kind === 'portal' && body.email !== undefined) await limitAddresses(billing, params.id)
    return updateCustomer(billing, call, params.id, body)
  })
