import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadPaymentLinks } from '../../presenters/plans/present-payment-link.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { whereEqual } from '../../store/lists/list-query.ts'

/** Answers GET /payment-links. */
export const findPaymentLinksRoute = (billing: Billing) =>
  route(operations.findPaymentLinks, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'paymentLinks',
        sorts: {},
        changing: ['active'],
        byWords: false,
        narrow: (rows) => {
          const ofPlan = whereEqual(rows, { planId: query.plan_id })
          return query.active === undefined ? ofPlan : ofPlan.where('active', '=', query.active === 'true')
        },
      },
      (db, ids) => loadPaymentLinks(billing.publicUrl(), db, ids),
    ),
  )
