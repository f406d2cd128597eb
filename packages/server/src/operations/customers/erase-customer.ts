import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { eraseCustomer } from '../../billing/erasure/erase-customer.ts'
import { route } from '../../http/route.ts'

/** Answers DELETE /customers/{id}. */
export const eraseCustomerRoute = (billing: Billing) =>
  route(operations.eraseCustomer, ({ params, query, call }) =>
    eraseCustomer(billing, call.organization.id, {
      id: params.id,
      cancelsSubscriptions: query.cancel_subscriptions === 'true',
    }),
  )
