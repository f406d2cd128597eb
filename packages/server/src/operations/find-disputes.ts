import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { route } from '../http/route.ts'
import { loadDisputes } from '../presenters/load-disputes.ts'
import { findPage } from '../store/lists/find-page.ts'

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
        changing: ['status'],
        byWords: false,
        narrow(rows) {
          let narrowed = rows
          if (query.payment_id !== undefined) narrowed = narrowed.where('paymentId', '=', query.payment_id)
          if (query.status !== undefined) narrowed = narrowed.where('status', '=', query.status)
          return narrowed
        },
      },
      loadDisputes,
    ),
  )
