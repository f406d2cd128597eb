import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { listedCustomers } from '../../presenters/customers/listed-customers.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { containing, whereEqual } from '../../store/lists/list-query.ts'

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  email: 'email',
  full_name: 'fullName',
  external_id: 'externalId',
} as const

/** Answers GET /customers. */
export const findCustomersRoute = (billing: Billing) =>
  route(operations.findCustomers, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'customers',
        sorts,
        changing: ['search', 'external_id'],
        byWords: Boolean(query.search),
        narrow: (rows) => {
          const ofOne = whereEqual(rows, { externalId: query.external_id })
          return query.search ? ofOne.where(containing('foldedText', query.search)) : ofOne
        },
      },
      listedCustomers,
    ),
  )
