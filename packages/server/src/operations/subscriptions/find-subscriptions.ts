import { operations } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { containing } from '../../store/lists/list-query.ts'
import { listedSubscriptions } from '../../presenters/subscriptions/listed-subscriptions.ts'

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  next_billing_date: 'nextBillingDate',
  status: 'status',
} as const

/** Answers GET /subscriptions. */
export const findSubscriptionsRoute = (billing: Billing) =>
  route(operations.findSubscriptions, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'subscriptions',
        sorts,
        changing: ['status', 'plan_id'],
        byWords: Boolean(query.search),
        narrow: (rows) => {
          let narrowed = rows
          if (query.status) narrowed = narrowed.where('status', '=', query.status)
          if (query.customer_id) narrowed = narrowed.where('customerId', '=', query.customer_id)
          if (query.plan_id) narrowed = narrowed.where('planId', '=', query.plan_id)
          if (query.search) narrowed = narrowed.where(containing('id', query.search))
          return narrowed
        },
      },
      listedSubscriptions,
    ),
  )
