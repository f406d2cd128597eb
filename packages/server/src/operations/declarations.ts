import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { receiveDeclaration } from '../billing/declarations/receive-declaration.ts'
import { route, type Route } from '../http/route.ts'
import { loadDeclarations } from '../presenters/declarations/load-declarations.ts'
import { findPage } from '../store/lists/find-page.ts'
import { declarationIdsAbout, whereEqual } from '../store/lists/list-query.ts'
import { findOne } from './find-one.ts'

/** The routes of operations on declarations. */
export const declarationRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createDeclaration, ({ body, call }) => receiveDeclaration(billing, call, body)),
  route(operations.findDeclaration, ({ params, call }) =>
    findOne(billing, call, loadDeclarations, 'declaration', params.id),
  ),
  route(operations.findDeclarations, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'declarations',
        unstableParameters: [],
        narrow: (rows) => {
          const { kind, customer_id: customerId, subscription_id: subscriptionId } = query
          const narrowed = whereEqual(rows, { kind })
          return customerId === undefined && subscriptionId === undefined
            ? narrowed
            : narrowed.where('id', 'in', declarationIdsAbout({ customerId, subscriptionId }))
        },
      },
      loadDeclarations,
    ),
  ),
]
