import { operations, Problem } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { createCustomer } from '../billing/customers/create-customer.ts'
import { detachMethod } from '../billing/customers/detach-method.ts'
import { grantCredit } from '../billing/customers/grant-credit.ts'
import { updateCustomer } from '../billing/customers/update-customer.ts'
import { eraseCustomer } from '../billing/erasure/erase-customer.ts'
import { refuseTooManyAddresses } from '../billing/portal/change-email.ts'
import { route, type Route } from '../http/route.ts'
import { listedCustomers } from '../presenters/customers/listed-customers.ts'
import { loadAccess } from '../presenters/customers/load-access.ts'
import { loadCustomers } from '../presenters/customers/load-customers.ts'
import { inOrganization } from '../store/in-organization.ts'
import { findPage } from '../store/lists/find-page.ts'
import { containsKeyword, whereEqual } from '../store/lists/list-query.ts'
import { findOne } from './find-one.ts'

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  email: 'email',
  full_name: 'fullName',
  external_id: 'externalId',
} as const

/** The routes of operations on customers. */
export const customerRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createCustomer, ({ body, call }) => createCustomer(billing, call, body)),
  route(operations.detachPaymentMethod, ({ params, call }) => detachMethod(billing, call, params.id)),
  route(operations.findAccess, async ({ params: { id }, query, call }) => {
    const isExternal = query.identified_by === 'external_id'
    const access = await loadAccess(
      inOrganization(billing.database, call.organization.id),
      isExternal ? 'externalId' : 'id',
      id,
    )
    if (access === undefined && !isExternal) throw new Problem('not_found', `There is no customer ${id}.`)
    return { data: [...(access ?? [])] }
  }),
  route(operations.findCustomer, ({ params, call }) => findOne(billing, call, loadCustomers, 'customer', params.id)),
  route(operations.findCustomers, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'customers',
        sorts,
        unstableParameters: ['search', 'external_id'],
        isTextSearch: Boolean(query.search),
        narrow: (rows) => {
          const ofOne = whereEqual(rows, { externalId: query.external_id })
          return query.search ? ofOne.where(containsKeyword('foldedText', query.search)) : ofOne
        },
      },
      listedCustomers,
    ),
  ),
  route(operations.updateCustomer, async ({ params, body, call }) => {
    if (call.principal.kind === 'portal' && body.email !== undefined) await refuseTooManyAddresses(billing, params.id)
    return updateCustomer(billing, call, params.id, body)
  }),
  route(operations.eraseCustomer, ({ params, query, call }) =>
    eraseCustomer(billing, call.organization.id, {
      id: params.id,
      cancelsSubscriptions: query.cancel_subscriptions === 'true',
    }),
  ),
  route(operations.grantCredit, ({ params, body, call }) => grantCredit(billing, call, params.id, body)),
]
