import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { createPaymentLink } from '../billing/hosted/create-payment-link.ts'
import { updatePaymentLink } from '../billing/hosted/update-payment-link.ts'
import { route, type Route } from '../http/route.ts'
import { loadPaymentLinks } from '../presenters/plans/present-payment-link.ts'
import { findPage } from '../store/lists/find-page.ts'
import { whereEqual } from '../store/lists/list-query.ts'
import { findOne } from './find-one.ts'

/** The routes of operations on payment links. */
export const linkRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createPaymentLink, ({ body, call }) => createPaymentLink(billing, call, body)),
  route(operations.findPaymentLink, ({ params, call }) =>
    findOne(billing, call, loadPaymentLinks(billing.publicUrl()), 'payment link', params.id),
  ),
  route(operations.findPaymentLinks, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'paymentLinks',
        unstableParameters: ['active'],
        narrow: (rows) => {
          const ofPlan = whereEqual(rows, { planId: query.plan_id })
          return query.active === undefined ? ofPlan : ofPlan.where('active', '=', query.active === 'true')
        },
      },
      loadPaymentLinks(billing.publicUrl()),
    ),
  ),
  route(operations.updatePaymentLink, ({ params, body, call }) => updatePaymentLink(billing, call, params.id, body)),
]
