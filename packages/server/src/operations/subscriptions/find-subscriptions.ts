import { operations } from '@billing-checkout/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Billing } from '../../billing/billing.ts'
import { route } from '../../http/route.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { containing, customerKnownAs, whereEqual } from '../../store/lists/list-query.ts'
import type { Schema } from '../../store/schema/schema.ts'
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
        changing: [
          'status',
          'status_in',
          'plan_id',
          'discount_id',
          'quantity',
          'scheduled_change',
          'external_id',
          'search',
        ],
        byWords: Boolean(query.search),
        narrow: (rows) => {
          const {
            status,
            customer_id: customerId,
            external_id: externalId,
            plan_id: planId,
            discount_id: discountId,
          } = query
          const { quantity, search } = query
          let narrowed = whereEqual(rows, { status, customerId, planId })
          if (quantity !== undefined) narrowed = narrowed.where('quantity', '=', quantity)
          if (query.status_in) narrowed = narrowed.where('status', 'in', query.status_in)
          if (externalId !== undefined) narrowed = narrowed.where('customerId', '=', customerKnownAs(externalId))
          if (discountId !== undefined)
            narrowed = narrowed.where('discount', 'is not', null).where(sql`discount->>'id'`, '=', discountId)
          if (query.scheduled_change !== undefined)
            narrowed = narrowed.where('scheduledPlanId', query.scheduled_change === 'true' ? 'is not' : 'is', null)
          if (search) narrowed = narrowed.where(hasWords(search))
          return narrowed
        },
      },
      listedSubscriptions,
    ),
  )

/**
 * The condition that a subscription's id or its customer matches a text. Ids and customers are each found by their own index: with `or`
 * between them, PostgreSQL would read all subscriptions.
 */
const hasWords = (keyword: string) => (subscription: ExpressionBuilder<Schema, 'subscriptions'>) =>
  subscription('id', 'in', (found) =>
    found
      .selectFrom('subscriptions as named')
      .select('named.id')
      .where(containing('id', keyword))
      .union(
        found
          .selectFrom('customers')
          .innerJoin('subscriptions as theirs', (join) => join.onRef('theirs.customerId', '=', 'customers.id'))
          .select('theirs.id')
          .where(containing('foldedText', keyword)),
      ),
  )
