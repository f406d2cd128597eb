import { operations } from '@billing-checkout/contract'
import type { Billing } from '../billing/billing.ts'
import { resendEmail } from '../billing/emails/resend-email.ts'
import { route, type Route } from '../http/route.ts'
import { loadEmails } from '../presenters/emails/present-email.ts'
import { findPage } from '../store/lists/find-page.ts'
import { customerIdByExternalId, whereEqual } from '../store/lists/list-query.ts'

/** The routes of operations on emails. */
export const emailRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.findEmails, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'emails',
        unstableParameters: ['status', 'status_in'],
        narrow: (rows) => {
          const {
            customer_id: customerId,
            payment_id: paymentId,
            subscription_id: subscriptionId,
            kind,
            status,
          } = query
          const narrowed = whereEqual(rows, { customerId, paymentId, subscriptionId, kind, status })
          const inStatus = query.status_in === undefined ? narrowed : narrowed.where('status', 'in', query.status_in)
          return query.external_id === undefined
            ? inStatus
            : inStatus.where('customerId', '=', customerIdByExternalId(query.external_id))
        },
      },
      loadEmails,
    ),
  ),
  route(operations.resendEmail, ({ params, body, call }) => resendEmail(billing, call, params.id, body)),
]
