import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadDeclarations } from '../../presenters/declarations/load-declarations.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { declarationsAbout, whereEqual } from '../../store/lists/list-query.ts'

/** Answers GET /declarations. */
export const findDeclarationsRoute = (billing: Billing) =>
  route(operations.findDeclarations, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'declarations',
        sorts: {},
        changing: [],
        byWords: false,
        narrow: (rows) => {
          const { kind, customer_id: customerId, subscription_id: subscriptionId } = query
          const narrowed = whereEqual(rows, { kind })
          return customerId === undefined && subscriptionId === undefined
            ? narrowed
            : narrowed.where('id', 'in', declarationsAbout({ customerId, subscriptionId }))
        },
      },
      loadDeclarations,
    ),
  )
