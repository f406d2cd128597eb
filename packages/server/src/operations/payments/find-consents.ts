import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { loadConsents } from '../../presenters/payments/load-consents.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { customerKnownAs, whereEqual } from '../../store/lists/list-query.ts'

/** Answers GET /consents. */
export const findConsentsRoute = (billing: Billing) =>
  route(operations.findConsents, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'consents',
        sorts: {},
        changing: 'anything',
        byWords: false,
        narrow: (rows) => {
          const { customer_id: customerId, payment_id: paymentId, subscription_id: subscriptionId } = query
          const narrowed = whereEqual(rows, { customerId, paymentId, subscriptionId })
          return query.external_id === undefined
            ? narrowed
            : narrowed.where('customerId', '=', customerKnownAs(query.external_id))
        },
      },
      loadConsents,
    ),
  )
