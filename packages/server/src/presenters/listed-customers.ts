import { expressionBuilder, sql } from 'kysely'
import { listedRows } from '../store/lists/listed-rows.ts'
import { rowInJson } from '../store/row-in-json.ts'
import type { PaymentMethodRow } from '../store/rows.ts'
import type { Schema } from '../store/schema/schema.ts'
import { type FoundSubscription, planOfSubscription, presentFound, subscriptionInJson } from './listed-subscriptions.ts'
import { presentCustomer, type ShownCustomerRow, shownOfCustomer } from './present-customer.ts'
import { presentPaymentMethod, shownOfMethod } from './present-payment-method.ts'

const { selectFrom } = expressionBuilder<Schema>()

const customer = rowInJson<ShownCustomerRow>('listed')(shownOfCustomer, ['createdAt', 'updatedAt'])

const method = rowInJson<PaymentMethodRow>('method')(shownOfMethod)

/** The attached methods of a customer, oldest first. */
const methods = selectFrom('paymentMethods as method')
  .select(sql`json_agg(${method.column} order by method.created_at, method.id)`.as('all'))
  .where(sql<boolean>`method.customer_id = listed.id`)
  .where('method.detachedAt', 'is', null)

/** The subscriptions of a customer, oldest first. */
const subscriptions = selectFrom('subscriptions as subscribed')
  .innerJoin('plans as subscribedPlan', (join) => join.onRef('subscribedPlan.id', '=', 'subscribed.planId'))
  .select(
    sql`json_agg(json_build_array(${subscriptionInJson('subscribed').column}, ${planOfSubscription.column})
      order by subscribed.created_at, subscribed.id)`.as('all'),
  )
  .where(sql<boolean>`subscribed.customer_id = listed.id`)

type FoundCustomer = readonly [
  row: readonly unknown[],
  methods: readonly (readonly unknown[])[] | null,
  subscriptions: readonly FoundSubscription[] | null,
]

/** Customers as lists show them, with their methods and subscriptions. */
export const listedCustomers = listedRows(
  'customers',
  [customer.column, sql`(${methods})`, sql`(${subscriptions})`],
  ([row, itsMethods, itsSubscriptions]: FoundCustomer) =>
    presentCustomer(
      customer.of(row),
      (itsMethods ?? []).map((each) => presentPaymentMethod(method.of(each))),
      (itsSubscriptions ?? []).map(presentFound),
    ),
)
