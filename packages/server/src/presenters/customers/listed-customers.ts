import type { Customer } from '@billing-checkout/contract'
import { expressionBuilder, sql } from 'kysely'
import { listedRows } from '../../store/lists/listed-rows.ts'
import { oldestFirst } from '../../store/lists/oldest-first.ts'
import { rowInJson } from '../../store/queries/row-in-json.ts'
import type { CustomerRow, PaymentMethodRow } from '../../store/rows.ts'
import type { Schema } from '../../store/schema/schema.ts'
import {
  type SubscriptionValues,
  presentSubscriptionValues,
  subscriptionColumns,
} from '../subscriptions/listed-subscriptions.ts'
import { presentCustomer, shownWholeCustomerColumns } from './present-customer.ts'
import { presentPaymentMethod, shownMethodColumns } from './present-payment-method.ts'

const { selectFrom } = expressionBuilder<Schema>()

const customer = rowInJson<CustomerRow>('listed')(shownWholeCustomerColumns, ['createdAt', 'updatedAt', 'erasedAt'])

const method = rowInJson<PaymentMethodRow>('method')([...shownMethodColumns, 'createdAt'], ['createdAt'])

/**
 * The attached methods of a customer. This code sorts them, not PostgreSQL: PostgreSQL would start a sort for each customer, and most have
 * one method.
 */
const methods = selectFrom('paymentMethods as method')
  .select(sql`json_agg(${method.column})`.as('all'))
  .where(sql<boolean>`method.customer_id = listed.id`)
  .where('method.detachedAt', 'is', null)

const subscriptions = selectFrom('subscriptions as subscribed')
  .select(sql`json_agg(json_build_array(${sql.join(subscriptionColumns)}))`.as('all'))
  .where(sql<boolean>`subscribed.customer_id = listed.id`)

/** A customer's remaining credit, by currency. */
const sums = selectFrom('customerCredits as credit')
  .select([sql`sum(left_amount)::bigint`.as('amount'), 'currencyCode as currency'])
  .where(sql<boolean>`credit.customer_id = listed.id`)
  .where('credit.leftAmount', '>', sql.lit(0))
  .groupBy('currencyCode')

const balances = sql`(select json_agg(sums order by currency) from (${sums}) as sums)`

type CustomerLookups = readonly [
  methods: readonly (readonly unknown[])[] | null,
  subscriptions: readonly SubscriptionValues[] | null,
  balances: Customer['balances'] | null,
]

/** Customers as lists show them, with their methods and subscriptions. */
export const listedCustomers = listedRows(
  'customers',
  [...customer.values, sql`(${methods})`, sql`(${subscriptions})`, balances],
  (found) => {
    const [itsMethods, itsSubscriptions, itsBalances] = customer.rest(found) as CustomerLookups
    const shown = customer.of(found)
    return presentCustomer(shown, {
      paymentMethods: (itsMethods ?? [])
        .map(method.of)
        .toSorted(oldestFirst((each) => each.createdAt))
        .map(presentPaymentMethod),
      subscriptions: (itsSubscriptions ?? [])
        .map((each) => presentSubscriptionValues(each, shown))
        .toSorted(oldestFirst((each) => each.created_at)),
      balances: itsBalances ?? [],
    })
  },
)
