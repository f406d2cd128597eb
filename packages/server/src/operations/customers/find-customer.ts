import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadCustomers } from '../../presenters/customers/load-customers.ts'
import { found } from '../found.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** Answers GET /customers/{id}. */
export const findCustomerRoute = ({ database }: Billing) =>
  route(operations.findCustomer, async ({ params: { id }, call }) =>
    found(await loadCustomers(inOrganization(database, call.organization.id), [id]), 'customer', id),
  )
