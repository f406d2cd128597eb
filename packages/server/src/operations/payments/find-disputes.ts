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
        changing: ['status'],
        byWords: false,
        narrow: (rows) => whereEqual(rows, { paymentId: query.payment_id, status: query.status }),
      },
      loadDisputes,
    ),
  )
