import { operations } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Billing } from '../billing/billing.ts'
import { route } from '../http/route.ts'
import { findPage } from '../store/find-page.ts'
import { loadSubscriptions } from '../store/subscriptions.ts'

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  next_billing_date: 'nextBillingDate',
  status: 'status',
} as const

/** Answers GET /subscriptions (decisions 4). */
export const findSubscriptionsRoute = ({ database }: Billing) =>
  route(operations.findSubscriptions, ({ query, call }) =>
    findPage(
      database,
      call.organization.id,
      query,
      {
        table: 'subscriptions',
        sorts,
        narrow: (rows) => {
          let narrowed = rows
          if (query.status) narrowed = narrowed.where('status', '=', query.status)
          if (query.customer_id) narrowed = narrowed.where('customerId', '=', query.customer_id)
          if (query.plan_id) narrowed = narrowed.where('planId', '=', query.plan_id)
          if (query.search) narrowed = narrowed.where(sql<boolean>`strpos(id, ${query.search.toLowerCase()}) > 0`)
          return narrowed
        },
      },
      (ids) => loadSubscriptions(database, call.organization.id, ids),
    ),
  )
