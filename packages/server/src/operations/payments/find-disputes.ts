import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadDisputes } from '../../presenters/payments/load-disputes.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { whereEqual } from '../../store/lists/list-query.ts'

/** Answers GET /disputes. */
export const findDisputesRoute = (billing: Billing) =>
  route(operations.findDisputes, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'disputes',
        sorts: {},
        changing: ['status', 'status_in'],
        byWords: false,
        narrow: (rows) => {
          const narrowed = whereEqual(rows, { paymentId: query.payment_id, status: query.status })
          return query.status_in ? narrowed.where('status', 'in', query.status_in) : narrowed
        },
      },
      loadDisputes,
    ),
  )
